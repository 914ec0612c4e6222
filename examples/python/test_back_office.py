import pytest
from agent_work import Refused


def test_a_run_finishes(workspace):
    agent = workspace.roles["agents"]["agent-that-finishes"]
    run = workspace.call("POST", f"/agents/{agent}/run", {"input": {"task": "Check invoice 17"}})
    assert workspace.call("GET", f"/runs/{run['run_id']}")["status"] == "running"
    workspace.until_idle()
    assert workspace.call("GET", f"/runs/{run['run_id']}")["status"] == "completed"


def test_a_person_approves(workspace):
    agent = workspace.roles["agents"]["agent-that-waits-for-approval"]
    run = workspace.call("POST", f"/agents/{agent}/run", {})
    workspace.until_idle()
    assert workspace.call("GET", f"/runs/{run['run_id']}")["status"] == "paused"
    workspace.approve(run["run_id"], comment="Fine.")
    workspace.until_idle()
    assert workspace.call("GET", f"/runs/{run['run_id']}")["status"] == "completed"


def test_a_failure_is_seen_once(workspace):
    workspace.fail("listTasks", status=503)
    with pytest.raises(Refused) as refused:
        workspace.call("GET", "/tasks")
    assert refused.value.status == 503
    assert workspace.call("GET", "/tasks")["data"] == []
    assert [one["status"] for one in workspace.journal()] == [503, 200]


def test_time_passes_only_when_told(workspace):
    task = workspace.call("POST", "/tasks", {"title": "Check invoice 17"})
    assert workspace.advance("2h")["now"].startswith("2026-11-20T11:00")
    assert workspace.call("GET", f"/tasks/{task['id']}")["title"] == "Check invoice 17"
