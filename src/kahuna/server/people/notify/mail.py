"""E-mail by the host's SMTP server, from a thread of its own."""

import asyncio
import logging
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from kahuna.server.settings import Settings

TIMEOUT = 20.0  # seconds
PORTS = {"smtp": 587, "smtps": 465}
log = logging.getLogger(__name__)


class Mailer:
    """Sends mails, if the site is set up for it."""

    def __init__(self, settings: Settings) -> None:
        """Take the settings: `smtp://user:password@host:587`, or `smtps://` for TLS at once."""
        url = urlsplit(settings.smtp)
        self.enabled = bool(settings.smtp)
        self._secure = url.scheme == "smtps"
        self._host, self._port = url.hostname or "", url.port or PORTS.get(url.scheme, 0)
        self._user, self._password = unquote(url.username or ""), unquote(url.password or "")
        site = urlsplit(settings.address).hostname or "localhost"
        self.sender = settings.mail_from or settings.contact or f"kahuna@{site}"
        self._threads = ThreadPoolExecutor(2, "mail")

    def close(self) -> None:
        """Let the threads end."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def send(self, to: str, subject: str, text: str) -> bool:
        """Send a mail; tell whether the server took it. Why not, the log says."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, to, subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain="kahuna")
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._threads, self._deliver, message)
        except (OSError, smtplib.SMTPException) as error:
            log.warning("a mail could not be sent: %s", type(error).__name__)
            return False
        return True

    def _deliver(self, message: EmailMessage) -> None:
        context = ssl.create_default_context()
        if self._secure:
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                self._host, self._port, timeout=TIMEOUT, context=context
            )
        else:
            server = smtplib.SMTP(self._host, self._port, timeout=TIMEOUT)
        with server:
            server.ehlo()
            if not self._secure and server.has_extn("starttls"):
                server.starttls(context=context)
                server.ehlo()
            elif not self._secure and self._user and self._host not in ("localhost", "127.0.0.1"):
                raise smtplib.SMTPException("no password without encryption")
            if self._user:
                server.login(self._user, self._password)
            server.send_message(message)
