"""The rules of Kahuna: pure functions over one immutable state.

No input or output, no randomness: what chance decides is part of an action.
`legal` says what may be done, `step.apply` does it, `reasons` says why not.
"""
