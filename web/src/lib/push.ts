// Web Push: whether this browser tells of my turn.
import { ask } from "./api";
import { bytes } from "./passkeys";
import { update } from "./update.svelte";

const PLACE = "push"; // the number of this browser's subscription

export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
}

async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  return canPush() ? update.worker() : undefined;
}

export async function isPushed(): Promise<boolean> {
  const registration = await worker();
  return (
    localStorage.getItem(PLACE) !== null &&
    Notification.permission === "granted" &&
    (await registration?.pushManager.getSubscription()) != null
  );
}

/** Be told by this browser. Says whether the browser and its owner agreed. */
export async function subscribe(): Promise<boolean> {
  const registration = await worker();
  if (!registration || (await Notification.requestPermission()) !== "granted") return false;
  const { key } = await ask("get", "/api/push/key");
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(key),
  });
  const { number } = await ask("post", "/api/push/subscriptions", { body: subscription.toJSON() });
  localStorage.setItem(PLACE, String(number));
  return true;
}

export async function unsubscribe(): Promise<void> {
  const number = localStorage.getItem(PLACE);
  localStorage.removeItem(PLACE);
  const subscription = await (await worker())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  if (number) await ask("delete", "/api/push/subscriptions/{number}", { at: { number } });
}
