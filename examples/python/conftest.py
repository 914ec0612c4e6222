from agent_work import mock, workspace  # noqa: F401
