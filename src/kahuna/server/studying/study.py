"""All that people study with, put together."""

from kahuna.server.storage.database import Database
from kahuna.server.studying.analyses import Analyses
from kahuna.server.studying.coach import Coach
from kahuna.server.studying.desk import Desk
from kahuna.server.studying.lessons import Lessons
from kahuna.server.studying.process import StudyProcess
from kahuna.server.studying.puzzles import Puzzles
from kahuna.study.service.messages import STANDARD_NODES


class Study:
    """The parts, which share one process that thinks."""

    def __init__(self, database: Database, nodes: int = STANDARD_NODES) -> None:
        """Put the parts together; no process is started before it is needed."""
        self.process = StudyProcess()
        self.desk = Desk(self.process, nodes)
        self.analyses = Analyses(database, self.process, nodes)
        self.coach = Coach(self.desk)
        self.puzzles = Puzzles(database, self.desk)
        self.lessons = Lessons(database)

    async def stop(self) -> None:
        """Stop what is under way; what has been thought is kept."""
        await self.desk.stop()
        await self.analyses.stop()
        await self.process.close()
