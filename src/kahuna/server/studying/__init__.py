"""Learning and studying: replays, analyses, exploring, the coach, puzzles and lessons.

What has to be thought is thought by a process of its own (`kahuna.study.service`), which is
told masked records of running games, and whole ones only of what is over.
"""
