"""The Agent Work Service mock in Python tests. One file to copy; nothing but the standard library, Python 3.9 or newer.

    from agent_work import *          # in conftest.py: the fixtures `mock` and `workspace`

    def test_finishes(workspace):
        agent = workspace.roles["agents"]["agent-that-finishes"]
        run = workspace.call("POST", f"/agents/{agent}/run", {"input": {"task": "Check invoice 17"}})
        workspace.until_idle()
        assert workspace.call("GET", f"/runs/{run['run_id']}")["status"] == "completed"

It takes the mock at AGENT_WORK_URL, and starts one where that is not set (with AGENT_WORK_COMMAND, or the one that npm has installed here).
"""

import json
import os
import shlex
import subprocess
import urllib.error
import urllib.parse
import urllib.request

__all__ = ["Mock", "Refused", "Workspace"]

FROZEN = "2026-11-20T09:00:00Z"


class Refused(Exception):
    """The service or the mock said no: `status`, `body` and `headers` of its reply."""

    def __init__(self, status, body, headers):
        super().__init__(f"{status}: {body}")
        self.status, self.body, self.headers = status, body, headers


class Mock:
    """A mock that runs, here or elsewhere."""

    def __init__(self, url, control_key=None, process=None):
        self.url = url.rstrip("/")
        self.control_key = control_key
        self._process = process

    @classmethod
    def find_or_start(cls):
        """The mock at AGENT_WORK_URL, or a new one that ends with `stop()`."""
        url = os.environ.get("AGENT_WORK_URL")
        if url:
            return cls(url, os.environ.get("AGENT_WORK_MOCK_CONTROL_KEY"))
        return cls.start()

    @classmethod
    def start(cls, *flags):
        """Starts a mock on a free port; flags are those of `agent-work mock`."""
        command = shlex.split(os.environ.get("AGENT_WORK_COMMAND", "npx --no agent-work"))
        process = subprocess.Popen(
            [*command, "mock", "--port", "0", "--log", "json", *flags], stdout=subprocess.PIPE, text=True
        )
        line = process.stdout.readline()
        if not line:
            raise RuntimeError(f"{' '.join(command)} mock ended with status {process.wait()}")
        ready = json.loads(line)
        # Its log is not read, so it must not fill the pipe.
        process.stdout.close()
        return cls(ready["url"], ready.get("control_key"), process)

    def stop(self):
        """Ends the mock, if it was started here."""
        if self._process:
            self._process.terminate()
            self._process.wait(timeout=15)
            self._process = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def workspace(self, **options):
        """A tenant of its own: `from_="quiet"`, `clock={"mode": "real"}`, `seed`, `profile`, `keys`. Default: a frozen clock."""
        wanted = {"from": options.pop("from_", "demo"), "clock": {"mode": "frozen", "at": FROZEN}, **options}
        return Workspace(self, self.control("POST", "/_mock/workspaces", wanted))

    def control(self, method, path, body=None):
        """Calls the control API, which is described at /_mock/reference/control."""
        return send(method, self.url + path, body, {"X-Mock-Control-Key": self.control_key})


class Workspace:
    """An isolated tenant: its keys by name, the ids of what it starts with, its clock and its people."""

    def __init__(self, mock, view):
        self.mock, self.url = mock, mock.url
        self.id, self.keys, self.roles = view["id"], view["keys"], view["roles"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.dispose()

    def call(self, method, path, body=None, key="member"):
        """Calls the service with the key of that name; raises Refused."""
        return send(method, self.url + path, body, {"Authorization": f"Bearer {self.keys[key]}"})

    def control(self, method, path="", body=None):
        """Calls the control API below /_mock/workspaces/{id}."""
        return self.mock.control(method, f"/_mock/workspaces/{self.id}{path}", body)

    def advance(self, by):
        """Lets time pass, such as "90s", "2h" or "3d"; returns what happened."""
        return self.control("POST", "/clock/advance", {"by": by})

    def until_idle(self):
        """Lets time pass until nothing is planned any more."""
        return self.control("POST", "/clock/advance", {"until_idle": True})

    def waiting(self):
        """What waits for a person: approvals, and questions of runs."""
        return self.control("GET", "/waiting")

    def approve(self, what="oldest", outcome="approved", by=None, comment=None):
        """Decides as a person in the app does; no key can. `what` is an id of the approval, or of what waits."""
        decision = {"outcome": outcome, **({"by": by} if by else {}), **({"comment": comment} if comment else {})}
        return self.control("POST", f"/approvals/{urllib.parse.quote(what, safe='')}/decision", decision)

    def fail(self, operation, status=503, times=1):
        """Makes the next calls of an operation fail."""
        effects = [{"do": "reply", "status": status}]
        return self.control("POST", "/faults", {"on": {"operation": operation}, "times": times, "effects": effects})

    def journal(self):
        """What the client has sent, the oldest first."""
        return self.control("GET", "/journal")["data"]

    def dispose(self):
        """Removes the workspace."""
        self.control("DELETE")


def send(method, url, body, headers):
    data = None if body is None else json.dumps(body).encode()
    known = {name: value for name, value in headers.items() if value is not None}
    request = urllib.request.Request(
        url, data=data, method=method, headers={**known, **({"Content-Type": "application/json"} if data else {})}
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as reply:
            return parsed(reply.read())
    except urllib.error.HTTPError as refused:
        raise Refused(refused.code, parsed(refused.read()), refused.headers) from None


def parsed(raw):
    try:
        return json.loads(raw) if raw else None
    except ValueError:
        return raw.decode(errors="replace")


try:
    import pytest
except ImportError:
    pass
else:

    @pytest.fixture(scope="session")
    def mock():
        """The mock of the test run."""
        with Mock.find_or_start() as running:
            yield running

    @pytest.fixture
    def workspace(mock):
        """A workspace for this test alone. Nothing happens by itself: move its clock."""
        with mock.workspace(from_="quiet") as own:
            yield own

    __all__ += ["mock", "workspace"]
