/*!
preact

The MIT License (MIT)

Copyright (c) 2015-present Jason Miller

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.

@preact/signals

The MIT License (MIT)

Copyright (c) 2022-present Preact Team

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
*/
import { $ as hrefHere, A as now, C as dismiss, E as connection, F as version, G as controlKey, I as workspaceId, K as make, L as workspaces, M as startLive, P as unknownKeys, Q as href, R as Icon, T as toasts, U as bodyOf, V as askControl, W as control, X as followLinks, Z as go, a as Bones, at as A, b as Select, c as Dialog, ct as d, d as Field, dt as Q, et as place, h as Menu, it as y, j as reconnect, k as isOutdated, lt as w, m as Loaded, n as readAgain, nt as mockRoot, o as Button, p as Item, q as onKeyNeeded, r as useControl, s as Code, st as T, tt as consoleRoot, ut as $, v as Problem, w as say, z as a } from "./reads.js";
import { g as zone, h as singleKeys, l as dayText, m as scheme, p as timeText, s as Time, t as Ago, u as durationText } from "./values.js";
import { a as lastUndo, s as undo, t as actControl } from "./acts.js";
// mock/console/state/control-key.ts
/** Whether the mock asks for the text that it was started with. */
const isKeyNeeded = y(false);
onKeyNeeded(() => {
	isKeyNeeded.value = true;
});
/** `#key=…`, as the start screen has it, is kept for this tab and wiped from the address at once. */
function takeKeyFromAddress() {
	const key = new URLSearchParams(location.hash.slice(1)).get("key");
	if (key === null) return;
	controlKey.set(key);
	history.replaceState(history.state, "", location.pathname + location.search);
}
// mock/console/shell/clock-bar.tsx
/** Lets time pass, and says what happened. */
function letPass(how) {
	const workspace_id = workspaceId.value;
	return actControl("advanceClock", {
		path: { workspace_id },
		body: how
	}, {
		said: ({ from, now, transitions, left_out }) => {
			const count = transitions.length + left_out;
			const passed = durationText(Date.parse(now) - Date.parse(from));
			return count === 0 ? `${passed} passed. Nothing got another status.` : `${passed} passed. ${count} ${count === 1 ? "thing" : "things"} happened:`;
		},
		lines: ({ transitions }) => transitions.slice(-6).map(({ says }) => plainWords(says)),
		link: ({ transitions }) => transitions.length > 6 ? {
			href: href([workspace_id]),
			text: "All of it"
		} : void 0
	});
}
/** Sentences of transitions without the ids, which the lines link to. */
function plainWords(says) {
	return says.replace(/\b(The (?:run|approval)) \w+_\w+ (?:of )?/g, (_, what) => what === "The run" ? "" : "The approval ").replace(/ (?:run|appr|wrun|task)_\w+,/g, "").replace(/waits for the approval \w+/, "waits for an approval");
}
function ClockBar() {
	const live = workspaces.value[workspaceId.value ?? ""];
	if (!live) return /* @__PURE__ */ a("div", { class: "clock-bar" });
	const { clock } = live;
	const at = now.value;
	const next = clock.next === null ? null : Date.parse(clock.next);
	const mode = clock.mode === "scaled" ? `×${clock.factor}` : clock.mode;
	return /* @__PURE__ */ a("div", {
		class: "clock-bar",
		role: "group",
		"aria-label": "Clock of the workspace",
		children: [
			/* @__PURE__ */ a(Menu, {
				class: "quiet clock-now",
				label: "Clock: set, move, agenda",
				button: /* @__PURE__ */ a($, { children: [
					/* @__PURE__ */ a("span", {
						class: "number strong clock-time",
						children: timeText(at)
					}),
					/* @__PURE__ */ a("span", {
						class: "muted clock-day",
						children: dayText(at)
					}),
					/* @__PURE__ */ a("span", {
						class: `tag ${clock.mode === "real" ? "" : "blue"}`,
						children: mode
					})
				] }),
				children: (close) => /* @__PURE__ */ a(ClockMenu, { close })
			}),
			/* @__PURE__ */ a("div", {
				class: "clock-steps",
				children: [
					[
						"1m",
						"1h",
						"1d"
					].map((by) => /* @__PURE__ */ a(Button, {
						small: true,
						onClick: () => void letPass({ by }),
						children: ["+", by]
					}, by)),
					/* @__PURE__ */ a(Button, {
						small: true,
						icon: "skip",
						disabled: next === null || clock.idle,
						onClick: () => next !== null && void letPass({ to: new Date(Math.max(next, at)).toISOString() }),
						children: "To next"
					}),
					/* @__PURE__ */ a(Button, {
						small: true,
						class: "until-idle",
						disabled: clock.idle,
						onClick: () => void letPass({
							until_idle: true,
							within: "30d"
						}),
						children: "Until idle"
					})
				]
			}),
			/* @__PURE__ */ a("span", {
				class: "clock-next muted cut",
				children: next === null || clock.idle ? "Nothing is planned" : /* @__PURE__ */ a(NextWords, { at: next })
			})
		]
	});
}
/** In words, what is due next; read again when the instant changes. */
function NextWords({ at }) {
	const first = useControl("readAgenda", {
		path: { workspace_id: workspaceId.value },
		query: { limit: 1 }
	}, [
		"running",
		"runs",
		"approvals",
		"workflow_runs",
		"control",
		"*"
	]).data?.data[0];
	const passed = at - now.value;
	return /* @__PURE__ */ a($, { children: [
		first?.says ?? "",
		" ",
		passed > 0 ? /* @__PURE__ */ a(Ago, { at }) : "now"
	] });
}
function ClockMenu({ close }) {
	const workspace_id = workspaceId.value;
	const clock = workspaces.value[workspace_id]?.clock;
	const [text, setText] = d("");
	const path = { workspace_id };
	const setMode = (mode, factor) => actControl("setClock", {
		path,
		body: {
			mode,
			...factor ? { factor } : {}
		}
	}, { said: mode === "frozen" ? "The clock stands still" : mode === "real" ? "The clock runs as real time does" : `A minute passes each second` });
	const agenda = useControl("readAgenda", {
		path,
		query: { limit: 12 }
	}, [
		"*",
		"running",
		"runs",
		"approvals",
		"control"
	]);
	A(() => {}, []);
	const isInstant = /^\d{4}-/.test(text);
	return /* @__PURE__ */ a("div", {
		class: "clock-menu",
		children: [
			/* @__PURE__ */ a("h3", { children: "Time passes" }),
			/* @__PURE__ */ a("div", {
				class: "segments menu-choices",
				role: "group",
				"aria-label": "How time passes",
				children: [
					/* @__PURE__ */ a("button", {
						type: "button",
						"aria-pressed": clock?.mode === "real",
						onClick: () => void setMode("real"),
						children: "as real"
					}),
					/* @__PURE__ */ a("button", {
						type: "button",
						"aria-pressed": clock?.mode === "scaled" && clock.factor === 60,
						onClick: () => void setMode("scaled", 60),
						children: "×60"
					}),
					/* @__PURE__ */ a("button", {
						type: "button",
						"aria-pressed": clock?.mode === "scaled" && clock.factor === 3600,
						onClick: () => void setMode("scaled", 3600),
						children: "×3600"
					}),
					/* @__PURE__ */ a("button", {
						type: "button",
						"aria-pressed": clock?.mode === "frozen",
						onClick: () => void setMode("frozen"),
						children: "frozen"
					})
				]
			}),
			/* @__PURE__ */ a("h3", { children: "Move on by, or to" }),
			/* @__PURE__ */ a("form", {
				class: "row menu-choices",
				onSubmit: (event) => {
					event.preventDefault();
					if (text) letPass(isInstant ? { to: new Date(text.length <= 16 ? `${text}Z` : text).toISOString() } : { by: text });
					close();
				},
				children: [/* @__PURE__ */ a("input", {
					class: "input",
					"aria-label": "A length of time or an instant",
					placeholder: "90s, 2h30m, 2026-12-24T18:00Z",
					value: text,
					onInput: (event) => setText(event.currentTarget.value)
				}), /* @__PURE__ */ a(Button, {
					type: "submit",
					children: "Move"
				})]
			}),
			/* @__PURE__ */ a("h3", { children: "Due next" }),
			/* @__PURE__ */ a(Loaded, {
				read: agenda,
				children: ({ data, planned }) => data.length === 0 ? /* @__PURE__ */ a("p", {
					class: "menu-note muted",
					children: "Nothing is planned."
				}) : /* @__PURE__ */ a($, { children: [data.map(({ at, says, subject, housekeeping }) => /* @__PURE__ */ a(Item, {
					onClick: () => {
						close();
						letPass({ to: at });
					},
					children: [/* @__PURE__ */ a("span", {
						class: "grow cut",
						title: says,
						children: says
					}), /* @__PURE__ */ a("span", {
						class: "muted small nowrap",
						children: [
							housekeeping ? /* @__PURE__ */ a(Icon, { name: "now" }) : null,
							" ",
							/* @__PURE__ */ a(Time, { at })
						]
					})]
				}, `${at}${subject}${says}`)), planned > data.length ? /* @__PURE__ */ a("p", {
					class: "menu-note muted small",
					children: [
						"and ",
						planned - data.length,
						" more"
					]
				}) : null] })
			})
		]
	});
}
// mock/console/shell/screens.ts
const screens = [
	{
		id: "",
		name: "Now",
		icon: "now",
		group: "The work",
		key: "n",
		load: () => import("./now.js")
	},
	{
		id: "waiting",
		name: "Waiting",
		icon: "waiting",
		group: "The work",
		key: "a",
		load: () => import("./waiting.js")
	},
	{
		id: "runs",
		name: "Runs",
		icon: "runs",
		group: "The work",
		key: "r",
		load: () => import("./runs.js")
	},
	{
		id: "board",
		name: "Board",
		icon: "board",
		group: "The work",
		key: "b",
		load: () => import("./board.js")
	},
	{
		id: "workflows",
		name: "Workflows",
		icon: "workflows",
		group: "The work",
		key: "w",
		load: () => import("./workflows.js")
	},
	{
		id: "agents",
		name: "Agents",
		icon: "agents",
		group: "The work",
		load: () => import("./agents.js")
	},
	{
		id: "journal",
		name: "Journal",
		icon: "journal",
		group: "My client",
		key: "j",
		load: () => import("./journal.js")
	},
	{
		id: "client",
		name: "Lint and coverage",
		icon: "client",
		group: "My client",
		key: "c",
		load: () => import("./client.js")
	},
	{
		id: "faults",
		name: "Faults",
		icon: "faults",
		group: "My client",
		key: "f",
		load: () => import("./faults.js")
	},
	{
		id: "try",
		name: "Try",
		icon: "try",
		group: "My client",
		key: "t",
		load: () => import("./try.js")
	},
	{
		id: "people",
		name: "People and keys",
		icon: "people",
		group: "The world",
		key: "p",
		load: () => import("./people.js")
	},
	{
		id: "money",
		name: "Money",
		icon: "money",
		group: "The world",
		key: "m",
		load: () => import("./money.js")
	},
	{
		id: "snapshots",
		name: "Snapshots",
		icon: "snapshots",
		group: "The world",
		key: "s",
		load: () => import("./snapshots.js")
	},
	{
		id: "gaps",
		name: "Gaps",
		icon: "rules",
		group: "The world",
		load: () => import("./gaps.js")
	},
	{
		id: "tasks",
		name: "Task",
		icon: "board",
		group: null,
		load: () => import("./task.js")
	}
];
const workspacesScreen = () => import("./workspaces.js");
const unmatchedScreen = () => import("./unmatched.js");
const goScreen = () => import("./go.js");
const loading = /* @__PURE__ */ new Map();
/** Loads a screen once. */
function loaded(load) {
	const known = loading.get(load) ?? load();
	loading.set(load, known);
	return known;
}
// mock/console/shell/keys.ts
const isPaletteOpen = y(false);
const isHelpOpen = y(false);
function openPalette() {
	isPaletteOpen.value = true;
}
/** What a screen does for a key: `a` to approve, `m` to move, `y` to copy as curl. */
const own = /* @__PURE__ */ new Map();
function onKey(key, act) {
	own.set(key, act);
	return () => {
		if (own.get(key) === act) own.delete(key);
	};
}
const help = [
	["Ctrl K", "Search and commands"],
	["Ctrl Z", "Undo what the console did"],
	["/", "Filter what is shown"],
	[".", "Let time pass to what is due next"],
	["j k", "Down and up in a list"],
	["Enter", "Open"],
	["Esc", "Close"],
	["a", "Approve the first that waits"],
	["m", "Move the task"],
	["y", "Copy the call as curl"],
	["?", "These keys"],
	...screens.flatMap(({ key, name }) => key ? [[`g ${key}`, name]] : [])
];
function followKeys() {
	let isGoing = false;
	const listener = (event) => {
		const { key, target } = event;
		const isField = target.matches?.("input, textarea, select, [contenteditable]");
		if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "k") {
			event.preventDefault();
			isPaletteOpen.value = !isPaletteOpen.value;
			return;
		}
		if (isField || document.querySelector("dialog[open]")) return;
		if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z" && !event.shiftKey) {
			event.preventDefault();
			undo();
			return;
		}
		if (event.ctrlKey || event.metaKey || event.altKey || singleKeys.value === "off") return;
		if (isGoing) {
			isGoing = false;
			const screen = screens.find((screen) => screen.key === key);
			if (screen && workspaceId.value) {
				event.preventDefault();
				go(href([workspaceId.value, screen.id].filter(Boolean)));
			}
			return;
		}
		if (key === "g") {
			isGoing = true;
			setTimeout(() => {
				isGoing = false;
			}, 1200);
		} else if (key === "?") isHelpOpen.value = true;
		else if (key === "/") document.querySelector("[data-filter]")?.focus();
		else if (key === ".") {
			const next = workspaces.value[workspaceId.value ?? ""]?.clock.next;
			if (next) letPass({ to: next });
		} else if (key === "j") document.querySelector(".lines a.cover[tabindex=\"0\"], .keyed")?.focus();
		else if (own.has(key)) own.get(key)();
		else return;
		event.preventDefault();
	};
	addEventListener("keydown", listener);
	return () => removeEventListener("keydown", listener);
}
// mock/console/state/new-workspace.ts
/** What the dialog for a new workspace begins with; null while it is closed. */
const newWorkspace = y(null);
function openNewWorkspace(from = "demo", answers = {}) {
	newWorkspace.value = {
		from,
		answers
	};
}
// mock/console/calls/as-code.ts
/** A line for a shell. The key stands in `AGENT_WORK_KEY`, so that no secret is copied by accident. */
function asCurl({ api, method, url, wanted: { body } }, base) {
	return [
		"curl",
		...method === "GET" ? [] : [`-X ${method}`],
		...api === "service" ? [`-H "Authorization: Bearer $AGENT_WORK_KEY"`] : [],
		...body === void 0 ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`],
		quoted(`${base}/${url}`)
	].join(" ");
}
/** A call in TypeScript: of the mock's embedding API where it has one, with `fetch` otherwise. */
function asTypeScript(call, base) {
	return (call.api === "control" ? embeddings[call.id]?.(call.wanted) : void 0) ?? asFetch(call, base);
}
function asFetch({ api, method, url, wanted: { body } }, base) {
	const headers = [...api === "service" ? ["authorization: `Bearer ${process.env.AGENT_WORK_KEY}`"] : [], ...body === void 0 ? [] : [`'content-type': 'application/json'`]];
	const options = [
		...method === "GET" ? [] : [`  method: '${method}',`],
		...headers.length > 0 ? [`  headers: { ${headers.join(", ")} },`] : [],
		...body === void 0 ? [] : [`  body: JSON.stringify(${literal(body)}),`]
	];
	const address = `\`${base}/${url}\``.replaceAll("`", url.includes("'") ? "`" : "'");
	if (options.length === 0) return `await fetch(${address})`;
	return `await fetch(${address}, {\n${options.join("\n")}\n})`;
}
/** How the handle of a workspace, as `mock.workspace()` returns it, does the same. */
const embeddings = {
	advanceClock: ({ body = {} }) => body.until_idle ? "workspace.clock.untilIdle()" : body.to ? `workspace.clock.to(${literal(body.to)})` : `workspace.clock.advance(${literal(body.by)})`,
	decideApproval: ({ path, body: { outcome, ...rest } = {} }) => {
		return `workspace.people.${{
			approved: "approve",
			rejected: "reject",
			objected: "object"
		}[String(outcome)]}(${args(path.approval_id, rest)})`;
	},
	archiveTask: ({ path }) => `workspace.people.archive(${literal(path.task)})`,
	unarchiveTask: ({ path }) => `workspace.people.unarchive(${literal(path.task)})`,
	runTask: ({ path, body }) => `workspace.people.runTask(${args(path.task, body)})`,
	setBalance: ({ body }) => `workspace.people.setBalance(${literal(body?.balance_euros)})`,
	topUp: ({ body }) => `workspace.people.topUp(${literal(body?.euros)})`,
	setPlan: ({ body }) => `workspace.people.setPlan(${literal(body?.plan)})`,
	createKey: ({ body }) => `workspace.people.createKey(${literal(body)})`,
	changeKey: ({ path, body = {} }) => {
		const key = literal(path.key_id);
		if (Array.isArray(body.scopes)) return `workspace.people.limitKey(${key}, ${literal(body.scopes)})`;
		if (body.revoked_at === null) return `workspace.people.restoreKey(${key})`;
		return body.revoked_at === "now" ? `workspace.people.revokeKey(${key})` : `workspace.people.revokeKey(${key}, ${literal(body.revoked_at)})`;
	},
	setPolicy: ({ body }) => `workspace.people.policy(${literal(body?.rules)})`,
	addFault: ({ body }) => `workspace.faults.add(${literal(body)})`,
	clearFaults: () => "workspace.faults.clear()",
	saveSnapshot: ({ body }) => `const snapshot = workspace.snapshot(${body?.name ? literal(body.name) : ""})`,
	restoreSnapshot: ({ path }) => `workspace.restore(${literal(path.snapshot_id)})`,
	createWorkspace: ({ body }) => `const workspace = mock.workspace(${literal(body ?? {})})`
};
function args(first, second) {
	return second && Object.values(second).some((value) => value !== void 0 && value !== "") ? `${literal(first)}, ${literal(second)}` : literal(first);
}
/** A value as one writes it in TypeScript: single quotes, names without quotes. */
function literal(value) {
	if (typeof value === "string") return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n")}'`;
	if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
	if (typeof value === "object" && value !== null) {
		const fields = Object.entries(value).filter(([, field]) => field !== void 0);
		if (fields.length === 0) return "{}";
		return `{ ${fields.map(([name, field]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)}: ${literal(field)}`).join(", ")} }`;
	}
	return String(value);
}
function quoted(text) {
	return `'${text.replaceAll("'", `'\\''`)}'`;
}
// mock/console/shell/toasts.tsx
function Toasts() {
	return /* @__PURE__ */ a("div", {
		class: "toasts",
		role: "status",
		children: toasts.value.map((toast) => /* @__PURE__ */ a(Note, { toast }, toast.id))
	});
}
function Note({ toast }) {
	const [isCode, setCode] = d(false);
	const { call, link, undo, lines } = toast;
	return /* @__PURE__ */ a("div", {
		class: `toast ${toast.isError ? "red" : ""}`,
		children: [
			/* @__PURE__ */ a("div", {
				class: "row",
				children: [/* @__PURE__ */ a("span", {
					class: "grow",
					children: toast.text
				}), /* @__PURE__ */ a(Button, {
					small: true,
					kind: "quiet",
					icon: "close",
					label: "Dismiss",
					onClick: () => dismiss(toast.id)
				})]
			}),
			lines && lines.length > 0 ? /* @__PURE__ */ a("ul", {
				class: "stack tight small soft",
				children: lines.map((line) => /* @__PURE__ */ a("li", { children: line }, line))
			}) : null,
			call || link || undo ? /* @__PURE__ */ a("div", {
				class: "row wrap",
				children: [
					link ? /* @__PURE__ */ a("a", {
						href: link.href,
						children: link.text
					}) : null,
					undo ? /* @__PURE__ */ a(Button, {
						small: true,
						icon: "undo",
						onClick: () => {
							dismiss(toast.id);
							undo();
						},
						children: "Undo"
					}) : null,
					call ? /* @__PURE__ */ a(Button, {
						small: true,
						kind: "quiet",
						icon: "code",
						pressed: isCode,
						onClick: () => setCode(!isCode),
						children: "As code"
					}) : null
				]
			}) : null,
			isCode && call ? /* @__PURE__ */ a(AsCode, { call }) : null
		]
	});
}
/** A call as curl and as TypeScript. */
function AsCode({ call }) {
	const [form, setForm] = d("curl");
	const base = mockRoot.href.replace(/\/$/, "");
	return /* @__PURE__ */ a("div", {
		class: "stack tight",
		children: [/* @__PURE__ */ a("div", {
			class: "segments",
			role: "group",
			"aria-label": "Form",
			children: [/* @__PURE__ */ a("button", {
				type: "button",
				"aria-pressed": form === "curl",
				onClick: () => setForm("curl"),
				children: "curl"
			}), /* @__PURE__ */ a("button", {
				type: "button",
				"aria-pressed": form === "ts",
				onClick: () => setForm("ts"),
				children: "TypeScript"
			})]
		}), /* @__PURE__ */ a(Code, { text: form === "curl" ? asCurl(call, base) : asTypeScript(call, base) })]
	});
}
// mock/console/shell/new-workspace.tsx
function NewWorkspaceDialog() {
	const first = newWorkspace.value;
	return first ? /* @__PURE__ */ a(Form, {
		from: first.from,
		answers: first.answers
	}) : null;
}
function Form({ from: firstFrom, answers }) {
	const [from, setFrom] = d(firstFrom);
	const [name, setName] = d("");
	const [seed, setSeed] = d("");
	const [clock, setClock] = d("");
	const [error, setError] = d();
	const others = useControl("listWorkspaces", {}, []);
	const close = () => {
		newWorkspace.value = null;
	};
	const body = {
		from,
		...name ? { name } : {},
		...seed ? { seed } : {},
		...Object.keys(answers).length > 0 ? { profile: { ...answers } } : {},
		...clock === "" ? {} : { clock: clock === "x60" ? {
			mode: "scaled",
			factor: 60
		} : { mode: clock } }
	};
	const call = control("createWorkspace", { body });
	const create = async () => {
		setError(void 0);
		try {
			const { id } = await make(call).then(bodyOf);
			close();
			say(`${id} is ready, with keys of its own`, { call });
			go(href([id], { as: null }));
		} catch (error) {
			setError(error);
		}
	};
	return /* @__PURE__ */ a(Dialog, {
		title: "New workspace",
		onClose: close,
		onSubmit: () => void create(),
		footer: /* @__PURE__ */ a(Button, {
			type: "submit",
			kind: "primary",
			children: "Create"
		}),
		children: [
			/* @__PURE__ */ a(Field, {
				label: "What is in it",
				children: /* @__PURE__ */ a(Select, {
					value: from,
					onChange: setFrom,
					options: [
						["demo", "Demo: a company with ninety days of history"],
						["quiet", "Quiet: the same people and agents, before anything has happened"],
						["empty", "Empty: people, keys, models and a plan"],
						...(others.data?.data ?? []).filter(({ id }) => id !== "demo").map(({ id, name }) => [id, `As ${id} is now${name === id ? "" : ` (${name})`}`])
					]
				})
			}),
			/* @__PURE__ */ a("div", {
				class: "fields",
				children: [
					/* @__PURE__ */ a(Field, {
						label: "Name (optional)",
						children: /* @__PURE__ */ a("input", {
							class: "input",
							maxLength: 100,
							value: name,
							onInput: (event) => setName(event.currentTarget.value)
						})
					}),
					/* @__PURE__ */ a(Field, {
						label: "Clock",
						children: /* @__PURE__ */ a(Select, {
							value: clock,
							onChange: setClock,
							options: [
								["", "As the mock’s"],
								["real", "Real"],
								["x60", "A minute each second"],
								["frozen", "Frozen"]
							]
						})
					}),
					/* @__PURE__ */ a(Field, {
						label: "Seed (optional)",
						hint: "The same seed, clock and requests give the same bytes.",
						children: /* @__PURE__ */ a("input", {
							class: "input mono",
							value: seed,
							onInput: (event) => setSeed(event.currentTarget.value)
						})
					})
				]
			}),
			Object.entries(answers).map(([gap, answer]) => /* @__PURE__ */ a("p", {
				class: "soft",
				children: [
					"It answers ",
					/* @__PURE__ */ a("code", { children: gap }),
					" with ",
					/* @__PURE__ */ a("code", { children: answer }),
					"."
				]
			}, gap)),
			error ? /* @__PURE__ */ a(Problem, { error }) : null,
			/* @__PURE__ */ a("details", { children: [/* @__PURE__ */ a("summary", {
				class: "muted small",
				children: "As code"
			}), /* @__PURE__ */ a(AsCode, { call })] })
		]
	});
}
// mock/console/screens/parts/fault-presets.ts
const faultPresets = [
	{
		name: "Lose the reply after commit",
		note: "Once: the service does it, and the connection breaks. Does the client do it twice?",
		fault: {
			times: 1,
			effects: [{
				do: "drop",
				when: "after",
				how: "reset"
			}]
		}
	},
	{
		name: "429 with Retry-After",
		note: "The next three: too many requests, try again in 5 s.",
		fault: {
			times: 3,
			effects: [{
				do: "reply",
				when: "before",
				status: 429,
				retry_after_seconds: 5,
				retry_after_as: "seconds"
			}]
		}
	},
	{
		name: "503 for two minutes",
		note: "Nothing works until two minutes have passed on the workspace’s clock.",
		fault: {
			for: "2m",
			effects: [{
				do: "reply",
				when: "before",
				status: 503,
				retry_after_as: "seconds"
			}]
		}
	},
	{
		name: "Slow by 3 s",
		note: "Every reply takes three real seconds longer.",
		fault: { effects: [{
			do: "delay",
			when: "before",
			takes: "3s",
			real_time: true
		}] }
	},
	{
		name: "Broken JSON",
		note: "The next reply ends in the middle of its JSON.",
		fault: {
			times: 1,
			effects: [{
				do: "malform",
				how: "broken-json"
			}]
		}
	},
	{
		name: "Unknown field",
		note: "Replies have a field more, as a later version of a service may.",
		fault: { effects: [{
			do: "malform",
			how: "unknown-field"
		}] }
	},
	{
		name: "Cut a stream after 3 events",
		note: "The next stream ends early. Does the client take it up again?",
		fault: {
			times: 1,
			effects: [{
				do: "cut-stream",
				after_events: 3,
				how: "reset"
			}]
		}
	},
	{
		name: "Stale reads",
		note: "Reads answer with the world as it was when this was set.",
		fault: { effects: [{ do: "stale" }] }
	},
	{
		name: "Flaky, one in ten",
		note: "One request in ten is answered 500.",
		fault: {
			probability: .1,
			effects: [{
				do: "reply",
				when: "before",
				status: 500,
				retry_after_as: "seconds"
			}]
		}
	}
];
// mock/console/screens/parts/links.tsx
function resourceHref({ workspace_id: ws, kind, id, parent_id }) {
	switch (kind) {
		case "run": return href([
			ws,
			"runs",
			id
		]);
		case "chat": return parent_id?.startsWith("run") ? href([
			ws,
			"runs",
			parent_id
		]) : href(["go", parent_id ?? id]);
		case "task": return href([
			ws,
			"tasks",
			id
		]);
		case "workflow": return href([
			ws,
			"workflows",
			id
		]);
		case "workflow-run": return href([
			ws,
			"workflows",
			parent_id ?? "",
			"runs",
			id
		]);
		case "agent": return href([
			ws,
			"agents",
			id
		]);
		case "approval": return href([ws, "waiting"], { approval: id });
		case "board": return href([
			ws,
			"board",
			id
		]);
		case "person":
		case "key": return href([ws, "people"]);
		case "snapshot": return href([
			ws,
			"snapshots",
			id,
			"difference"
		]);
		case "exchange": return href([
			ws,
			"journal",
			id
		]);
		default: return href([ws]);
	}
}
/** A link to something of which only the id is known; what is not plain from the id is looked up there. */
function subjectHref(id) {
	const ws = workspaceId.value ?? "demo";
	if (/^run_/.test(id)) return href([
		ws,
		"runs",
		id
	]);
	if (/^task_/.test(id)) return href([
		ws,
		"tasks",
		id
	]);
	if (/^agt_/.test(id)) return href([
		ws,
		"agents",
		id
	]);
	if (/^appr_/.test(id)) return href([ws, "waiting"], { approval: id });
	return href(["go", id]);
}
function SubjectLink({ id, children }) {
	return /* @__PURE__ */ a("a", {
		href: subjectHref(id),
		children
	});
}
// mock/console/shell/palette.tsx
const RECENT = "agent-work-console-recent";
function Palette() {
	return /* @__PURE__ */ a($, { children: [isPaletteOpen.value ? /* @__PURE__ */ a(PaletteDialog, {}) : null, isHelpOpen.value ? /* @__PURE__ */ a(HelpDialog, {}) : null] });
}
function HelpDialog() {
	return /* @__PURE__ */ a(Dialog, {
		title: "Keyboard shortcuts",
		onClose: () => {
			isHelpOpen.value = false;
		},
		children: /* @__PURE__ */ a("dl", {
			class: "facts keys-help",
			children: help.map(([keys, what]) => /* @__PURE__ */ a($, { children: [/* @__PURE__ */ a("dt", { children: keys.split(" ").map((key) => /* @__PURE__ */ a("kbd", { children: key }, key)) }), /* @__PURE__ */ a("dd", { children: what })] }))
		})
	});
}
function PaletteDialog() {
	const dialog = T(null);
	const [text, setText] = d("");
	const [at, setAt] = d(0);
	const [found, setFound] = d([]);
	const close = () => {
		isPaletteOpen.value = false;
	};
	A(() => {
		const before = document.activeElement;
		dialog.current?.showModal();
		return () => before?.focus?.();
	}, []);
	A(() => {
		setAt(0);
		setFound([]);
		const wanted = text.trim();
		if (wanted.length < 3) return;
		const timer = setTimeout(() => void find(wanted).then(setFound, () => {}), 120);
		return () => clearTimeout(timer);
	}, [text]);
	const commands = w(commandsNow, []);
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	const fitting = commands.filter(({ text, note }) => words.every((word) => `${text} ${note}`.toLowerCase().includes(word)));
	const shown = [...found, ...fitting].slice(0, 40);
	const choose = (command) => {
		if (!command) return;
		remember(command.text);
		close();
		command.act();
	};
	return /* @__PURE__ */ a("dialog", {
		ref: dialog,
		class: "dialog palette",
		"aria-label": "Search and commands",
		onClose: close,
		onClick: (event) => event.target === dialog.current && close(),
		children: [/* @__PURE__ */ a("input", {
			class: "palette-input",
			role: "combobox",
			"aria-expanded": "true",
			"aria-controls": "palette-list",
			"aria-activedescendant": shown.length > 0 ? `palette-${at}` : void 0,
			"aria-label": "An id, a name, a screen or an action",
			placeholder: "An id, a name, a screen or an action",
			value: text,
			onInput: (event) => setText(event.currentTarget.value),
			onKeyDown: (event) => {
				if (event.key === "ArrowDown" || event.key === "ArrowUp") {
					event.preventDefault();
					const step = event.key === "ArrowDown" ? 1 : -1;
					const to = (at + step + shown.length) % Math.max(1, shown.length);
					setAt(to);
					document.getElementById(`palette-${to}`)?.scrollIntoView({ block: "nearest" });
				} else if (event.key === "Enter") {
					event.preventDefault();
					choose(shown[at]);
				}
			}
		}), /* @__PURE__ */ a("div", {
			class: "palette-list",
			id: "palette-list",
			role: "listbox",
			"aria-label": "Results",
			children: [shown.map((command, index) => /* @__PURE__ */ a("div", {
				id: `palette-${index}`,
				role: "option",
				tabIndex: -1,
				"aria-selected": index === at,
				class: "palette-item",
				onClick: () => choose(command),
				onPointerMove: () => setAt(index),
				children: [/* @__PURE__ */ a("span", {
					class: "grow cut",
					children: command.text
				}), /* @__PURE__ */ a("span", {
					class: "muted small",
					children: command.note
				})]
			}, `${command.note} ${command.text}`)), shown.length === 0 ? /* @__PURE__ */ a("p", {
				class: "menu-note muted",
				children: "Nothing is called that."
			}) : null]
		})]
	});
}
async function find(text) {
	const { data } = await askControl("findResource", { query: { id: text } });
	return data.map((one) => ({
		text: one.name || one.id,
		note: `${one.kind.replace("-", " ")} in ${one.workspace_id}`,
		act: () => go(resourceHref(one))
	}));
}
function commandsNow() {
	const workspace = workspaceId.value;
	const all = [];
	const add = (text, note, act) => all.push({
		text,
		note,
		act
	});
	if (workspace) {
		for (const { id, name, group } of screens) if (group) add(name, "screen", () => go(href([workspace, id].filter(Boolean))));
		const path = { workspace_id: workspace };
		const clock = workspaces.value[workspace]?.clock;
		for (const by of [
			"1m",
			"1h",
			"1d",
			"7d"
		]) add(`Let ${by} pass`, "clock", () => void letPass({ by }));
		if (clock?.next) add("Let time pass to what is due next", "clock", () => void letPass({ to: clock.next }));
		add("Let time pass until idle", "clock", () => void letPass({
			until_idle: true,
			within: "30d"
		}));
		add("Freeze the clock", "clock", () => void actControl("setClock", {
			path,
			body: { mode: "frozen" }
		}, { said: "The clock stands still" }));
		add("Run the clock as real time", "clock", () => void actControl("setClock", {
			path,
			body: { mode: "real" }
		}, { said: "The clock runs as real time does" }));
		add("Approve what waits longest, as a manager", "people", () => void actControl("decideApproval", {
			path: {
				...path,
				approval_id: "oldest"
			},
			body: {
				outcome: "approved",
				by: "manager"
			}
		}, { said: ({ approval }) => `Approved ${approval.title}` }));
		add("Start a run", "people", () => go(href([workspace, "runs"], { start: "yes" })));
		add("Undo what the console did", "console", () => void undo());
		add("Save a snapshot", "snapshots", () => void actControl("saveSnapshot", {
			path,
			body: {}
		}, {
			said: ({ id }) => `Saved ${id}`,
			undo: false
		}));
		add("Set the balance to 0", "money", () => void actControl("setBalance", {
			path,
			body: { balance_euros: 0 }
		}, { said: "The balance is 0 €" }));
		add("Look as everyone", "look", () => go(hrefHere({ as: null })));
		for (const key of [
			"admin",
			"manager",
			"member",
			"other",
			"read-only"
		]) add(`Look as ${key}`, "look", () => go(hrefHere({ as: key })));
		for (const { name, fault } of faultPresets) for (const operation of [
			"",
			"createTask",
			"startRun",
			"getRun"
		]) add(operation ? `${name} for ${operation}` : name, "fault", () => void actControl("addFault", {
			path,
			body: {
				...fault,
				...operation ? { on: { operation } } : {}
			}
		}, { said: `Set: ${name}${operation ? ` for ${operation}` : ""}` }));
	}
	add("New workspace", "workspaces", () => openNewWorkspace());
	add("All workspaces", "screen", () => go(href(["workspaces"])));
	add("Requests with an unknown key", "screen", () => go(href(["unmatched"])));
	const recent = recently();
	return all.sort((a, b) => rank(recent, a.text) - rank(recent, b.text));
}
function rank(recent, text) {
	const at = recent.indexOf(text);
	return at < 0 ? recent.length : at;
}
function recently() {
	try {
		return JSON.parse(sessionStorage.getItem(RECENT) ?? "[]");
	} catch {
		return [];
	}
}
function remember(text) {
	sessionStorage.setItem(RECENT, JSON.stringify([text, ...recently().filter((one) => one !== text)].slice(0, 8)));
}
// mock/console/shell/top.tsx
function WorkspaceMenu() {
	const id = workspaceId.value;
	return /* @__PURE__ */ a(Menu, {
		class: "quiet workspace-menu",
		label: "Switch workspace",
		button: /* @__PURE__ */ a($, { children: [/* @__PURE__ */ a("span", {
			class: "cut strong",
			children: id ?? "All workspaces"
		}), /* @__PURE__ */ a(Icon, { name: "down" })] }),
		children: (close) => /* @__PURE__ */ a(WorkspaceItems, { close })
	});
}
function WorkspaceItems({ close }) {
	const read = useControl("listWorkspaces", {}, ["workspaces"]);
	const [text, setText] = d("");
	const screen = place.value.path[1];
	return /* @__PURE__ */ a($, { children: [
		/* @__PURE__ */ a(Loaded, {
			read,
			children: ({ data }) => {
				const fitting = data.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(text.toLowerCase()));
				return /* @__PURE__ */ a($, { children: [
					data.length > 8 ? /* @__PURE__ */ a("input", {
						class: "input",
						placeholder: "Find a workspace",
						"aria-label": "Find a workspace",
						value: text,
						onInput: (event) => setText(event.currentTarget.value)
					}) : null,
					fitting.slice(0, 30).map(({ id, name, from }) => /* @__PURE__ */ a(Item, {
						href: href([id, screen ?? ""].filter(Boolean), { as: null }),
						selected: id === workspaceId.value,
						onClick: close,
						children: [/* @__PURE__ */ a("span", {
							class: "grow cut",
							children: [
								/* @__PURE__ */ a("span", {
									class: "strong",
									children: id
								}),
								" ",
								name === id ? "" : /* @__PURE__ */ a("span", {
									class: "muted",
									children: name
								})
							]
						}), /* @__PURE__ */ a("span", {
							class: "muted small",
							children: from === id ? "" : `from ${from}`
						})]
					}, id)),
					fitting.length > 30 ? /* @__PURE__ */ a("p", {
						class: "muted small menu-note",
						children: [
							"and ",
							fitting.length - 30,
							" more"
						]
					}) : null
				] });
			}
		}),
		/* @__PURE__ */ a("hr", {}),
		/* @__PURE__ */ a(Item, {
			onClick: () => {
				close();
				openNewWorkspace();
			},
			children: [/* @__PURE__ */ a(Icon, { name: "plus" }), " New workspace"]
		}),
		/* @__PURE__ */ a(Item, {
			href: href(["workspaces"], { as: null }),
			onClick: close,
			children: [/* @__PURE__ */ a(Icon, { name: "workspaces" }), " All workspaces"]
		})
	] });
}
function AsMenu() {
	const as = place.value.query.get("as");
	return /* @__PURE__ */ a(Menu, {
		class: `quiet as-menu ${as ? "is-as" : ""}`,
		align: "end",
		label: as ? `Looking as ${as}; choose another key` : "Look as a key",
		button: /* @__PURE__ */ a($, { children: [
			/* @__PURE__ */ a(Icon, { name: "eye" }),
			/* @__PURE__ */ a("span", {
				class: "cut",
				children: as ?? "Everyone"
			}),
			/* @__PURE__ */ a(Icon, { name: "down" })
		] }),
		children: (close) => /* @__PURE__ */ a(AsItems, { close })
	});
}
function AsItems({ close }) {
	const id = workspaceId.value;
	const as = place.value.query.get("as");
	const read = useControl("listKeys", { path: { workspace_id: id } }, [
		"keys",
		"people",
		"control"
	]);
	return /* @__PURE__ */ a($, { children: [
		/* @__PURE__ */ a("h3", { children: "Look, and act, as" }),
		/* @__PURE__ */ a(Item, {
			href: hrefHere({ as: null }),
			selected: as === null,
			onClick: close,
			children: [/* @__PURE__ */ a("span", {
				class: "grow",
				children: "Everyone"
			}), /* @__PURE__ */ a("span", {
				class: "muted small",
				children: "sees all; acts as admin"
			})]
		}),
		/* @__PURE__ */ a(Loaded, {
			read,
			children: ({ data }) => /* @__PURE__ */ a($, { children: data.map(({ name, person_name, role, revoked_at }) => /* @__PURE__ */ a(Item, {
				href: hrefHere({ as: name }),
				selected: as === name,
				onClick: close,
				children: [/* @__PURE__ */ a("span", {
					class: "grow",
					children: name
				}), /* @__PURE__ */ a("span", {
					class: "muted small",
					children: [
						person_name,
						", ",
						revoked_at === null ? role : "revoked"
					]
				})]
			}, name)) })
		})
	] });
}
function UndoButton() {
	return /* @__PURE__ */ a(Menu, {
		class: "quiet undo-menu",
		align: "end",
		label: "Undo what the console did",
		button: /* @__PURE__ */ a(Icon, { name: "undo" }),
		children: (close) => /* @__PURE__ */ a(UndoPreview, { close })
	});
}
function UndoPreview({ close }) {
	const [last, setLast] = d("loading");
	const load = () => void lastUndo().then(setLast, () => setLast(void 0));
	if (last === "loading") load();
	if (last === "loading") return /* @__PURE__ */ a("p", {
		class: "menu-note muted",
		children: "…"
	});
	if (!last) return /* @__PURE__ */ a("p", {
		class: "menu-note soft",
		children: "Nothing to undo. The console takes a snapshot before each change that it makes; Ctrl Z goes back to it."
	});
	const { snapshot, clients, more } = last;
	return /* @__PURE__ */ a("div", {
		class: "stack menu-note",
		children: [/* @__PURE__ */ a("p", { children: [
			/* @__PURE__ */ a("span", {
				class: "strong",
				children: snapshot.name
			}),
			/* @__PURE__ */ a("br", {}),
			/* @__PURE__ */ a("span", {
				class: "muted",
				children: [/* @__PURE__ */ a(Ago, { at: snapshot.at }), clients > 0 ? `; also takes back ${clients} ${clients === 1 ? "call" : "calls"} of your client, and ends its open streams` : ""]
			})
		] }), /* @__PURE__ */ a("div", {
			class: "row between",
			children: [/* @__PURE__ */ a(Button, {
				kind: "primary",
				icon: "undo",
				onClick: () => void undo().then(() => setLast("loading")),
				children: "Undo"
			}), /* @__PURE__ */ a("a", {
				href: href([workspaceId.value, "snapshots"]),
				onClick: close,
				class: "small",
				children: more > 0 ? `${more} more` : "Snapshots"
			})]
		})]
	});
}
function SearchButton() {
	return /* @__PURE__ */ a("button", {
		type: "button",
		class: "button search-button",
		onClick: openPalette,
		"aria-label": "Search and commands",
		title: "Search and commands (Ctrl K)",
		children: [
			/* @__PURE__ */ a(Icon, { name: "search" }),
			/* @__PURE__ */ a("span", {
				class: "search-words",
				children: "Search"
			}),
			/* @__PURE__ */ a("kbd", {
				class: "search-words",
				children: "Ctrl K"
			})
		]
	});
}
function MoreMenu() {
	const { state } = connection.value;
	return /* @__PURE__ */ a(Menu, {
		class: "quiet icon",
		align: "end",
		label: `Settings and links; ${state === "live" ? "live" : state === "lost" ? "not live" : "connecting"}`,
		button: /* @__PURE__ */ a("span", { class: `dot ${state === "live" ? "green" : "amber"}` }),
		children: (close) => /* @__PURE__ */ a($, { children: [
			/* @__PURE__ */ a("p", {
				class: "menu-note muted small",
				children: [
					state === "live" ? "Live" : state === "lost" ? "Not live" : "Connecting",
					" · mock ",
					version.value
				]
			}),
			/* @__PURE__ */ a("div", {
				class: "phone-screens",
				children: [screens.filter(({ group }) => group !== null).map((screen) => /* @__PURE__ */ a(Item, {
					href: href([workspaceId.value ?? "demo", screen.id].filter(Boolean)),
					onClick: close,
					children: [
						/* @__PURE__ */ a(Icon, { name: screen.icon }),
						" ",
						screen.name
					]
				}, screen.id)), /* @__PURE__ */ a("hr", {})]
			}),
			unknownKeys.value > 0 ? /* @__PURE__ */ a(Item, {
				href: href(["unmatched"], { as: null }),
				onClick: close,
				children: [
					unknownKeys.value,
					" ",
					unknownKeys.value === 1 ? "request" : "requests",
					" with an unknown key"
				]
			}) : null,
			/* @__PURE__ */ a("h3", { children: "Appearance" }),
			/* @__PURE__ */ a(Choices, {
				value: scheme.value,
				options: [
					"system",
					"light",
					"dark"
				],
				onChange: (value) => {
					scheme.value = value;
				},
				label: "Appearance"
			}),
			/* @__PURE__ */ a("h3", { children: "Times" }),
			/* @__PURE__ */ a(Choices, {
				value: zone.value,
				options: ["local", "utc"],
				onChange: (value) => {
					zone.value = value;
				},
				label: "Times"
			}),
			/* @__PURE__ */ a("h3", { children: "Single-key shortcuts" }),
			/* @__PURE__ */ a(Choices, {
				value: singleKeys.value,
				options: ["on", "off"],
				onChange: (value) => {
					singleKeys.value = value;
				},
				label: "Single-key shortcuts"
			}),
			/* @__PURE__ */ a("hr", {}),
			/* @__PURE__ */ a(Item, {
				onClick: () => {
					close();
					isHelpOpen.value = true;
				},
				children: [/* @__PURE__ */ a("span", {
					class: "grow",
					children: "Keyboard shortcuts"
				}), /* @__PURE__ */ a("kbd", { children: "?" })]
			}),
			/* @__PURE__ */ a("a", {
				class: "item",
				href: new URL("_mock/reference", mockRoot).href,
				target: "_blank",
				rel: "noreferrer",
				children: "Reference of the service"
			}),
			/* @__PURE__ */ a("a", {
				class: "item",
				href: new URL("_mock/reference/control", mockRoot).href,
				target: "_blank",
				rel: "noreferrer",
				children: "Reference of the control API"
			})
		] })
	});
}
function Choices({ value, options, onChange, label }) {
	return /* @__PURE__ */ a("div", {
		class: "segments menu-choices",
		role: "group",
		"aria-label": label,
		children: options.map((option) => /* @__PURE__ */ a("button", {
			type: "button",
			"aria-pressed": option === value,
			onClick: () => onChange(option),
			children: option
		}, option))
	});
}
// mock/console/shell/shell.tsx
function Shell() {
	A(followKeys, []);
	const { path } = place.value;
	A(() => {
		if (path.length === 0) go(href(["demo"]), true);
	}, [path]);
	const lost = connection.value.state === "lost";
	return /* @__PURE__ */ a("div", {
		class: `app ${lost ? "is-lost" : ""}`,
		children: [
			/* @__PURE__ */ a("a", {
				class: "skip-link",
				href: "#main",
				onClick: skipToMain,
				children: "Skip to the content"
			}),
			/* @__PURE__ */ a("header", {
				class: "top",
				children: [
					/* @__PURE__ */ a("a", {
						class: "brand",
						href: href([workspaceId.value ?? "demo"]),
						"aria-label": "Agent Work mock, console",
						children: /* @__PURE__ */ a("svg", {
							viewBox: "0 0 24 24",
							"aria-hidden": "true",
							children: [/* @__PURE__ */ a("rect", {
								width: "24",
								height: "24",
								rx: "6"
							}), /* @__PURE__ */ a("path", { d: "M7 12.5l3.2 3.2L17 8.8" })]
						})
					}),
					/* @__PURE__ */ a(WorkspaceMenu, {}),
					workspaceId.value ? /* @__PURE__ */ a(ClockBar, {}) : /* @__PURE__ */ a("span", { class: "grow" }),
					/* @__PURE__ */ a("div", {
						class: "top-end",
						children: [
							workspaceId.value ? /* @__PURE__ */ a(AsMenu, {}) : null,
							workspaceId.value ? /* @__PURE__ */ a(UndoButton, {}) : null,
							/* @__PURE__ */ a(SearchButton, {}),
							/* @__PURE__ */ a(MoreMenu, {})
						]
					})
				]
			}),
			/* @__PURE__ */ a(Rail, {}),
			/* @__PURE__ */ a("main", {
				id: "main",
				tabIndex: -1,
				children: [/* @__PURE__ */ a(Banners, {}), /* @__PURE__ */ a(CurrentScreen, {})]
			}),
			/* @__PURE__ */ a(BottomBar, {}),
			/* @__PURE__ */ a(Toasts, {}),
			/* @__PURE__ */ a(Palette, {}),
			/* @__PURE__ */ a(NewWorkspaceDialog, {}),
			isKeyNeeded.value ? /* @__PURE__ */ a(KeyDialog, {}) : null
		]
	});
}
function skipToMain(event) {
	event.preventDefault();
	document.getElementById("main")?.focus();
}
function screenOf(path) {
	const [first, second = ""] = path;
	if (first === void 0) return void 0;
	if (first === "workspaces") return workspacesScreen;
	if (first === "unmatched") return unmatchedScreen;
	if (first === "go") return goScreen;
	return screens.find(({ id }) => id === second)?.load ?? goScreen;
}
function CurrentScreen() {
	const { path } = place.value;
	const load = screenOf(path);
	const [shown, setShown] = d();
	A(() => {
		if (!load) return;
		let isWanted = true;
		loaded(load).then(({ default: component }) => {
			if (isWanted) setShown({
				load,
				component
			});
		});
		return () => {
			isWanted = false;
		};
	}, [load]);
	if (!load || shown?.load !== load) return /* @__PURE__ */ a(Bones, {});
	const Component = shown.component;
	return /* @__PURE__ */ a(Component, { path }, path[0]);
}
const groups = [
	"The work",
	"My client",
	"The world"
];
function Rail() {
	const workspace = workspaceId.value ?? "demo";
	return /* @__PURE__ */ a("nav", {
		class: "rail",
		"aria-label": "Screens",
		children: groups.map((group) => /* @__PURE__ */ a("div", {
			class: "rail-group",
			children: [/* @__PURE__ */ a("h2", { children: group }), screens.filter((screen) => screen.group === group).map((screen) => /* @__PURE__ */ a(RailLink, {
				screen,
				workspace
			}, screen.id))]
		}, group))
	});
}
function RailLink({ screen, workspace }) {
	const { path } = place.value;
	const own = path[1] === "tasks" ? "board" : path[1] ?? "";
	const isCurrent = workspaceId.value !== null && own === screen.id;
	const waiting = screen.id === "waiting" ? workspaces.value[workspace]?.waiting ?? 0 : 0;
	return /* @__PURE__ */ a("a", {
		href: href([workspace, screen.id].filter(Boolean)),
		"aria-current": isCurrent ? "page" : void 0,
		onPointerEnter: () => void loaded(screen.load),
		children: [
			/* @__PURE__ */ a(Icon, { name: screen.icon }),
			/* @__PURE__ */ a("span", {
				class: "grow",
				children: screen.name
			}),
			waiting > 0 ? /* @__PURE__ */ a("span", {
				class: "badge",
				children: waiting
			}) : null
		]
	});
}
function BottomBar() {
	const workspace = workspaceId.value ?? "demo";
	return /* @__PURE__ */ a("nav", {
		class: "bottom-bar",
		"aria-label": "Main screens",
		children: [
			"",
			"runs",
			"board",
			"journal",
			"waiting"
		].map((id) => {
			const screen = screens.find((screen) => screen.id === id);
			return screen ? /* @__PURE__ */ a(RailLink, {
				screen,
				workspace
			}, id) : null;
		})
	});
}
function Banners() {
	const state = connection.value;
	return /* @__PURE__ */ a("div", {
		"aria-live": "polite",
		children: [state.state === "lost" ? /* @__PURE__ */ a("div", {
			class: "banner amber",
			children: [
				/* @__PURE__ */ a("span", { class: "dot amber" }),
				/* @__PURE__ */ a("span", {
					class: "grow",
					children: state.status === 401 ? "The mock asks for its control key." : `Not live since ${state.since.toLocaleTimeString("en-GB")}, trying again. What you see is of then.`
				}),
				/* @__PURE__ */ a(Button, {
					small: true,
					onClick: () => {
						reconnect();
						readAgain();
					},
					children: "Try now"
				})
			]
		}) : null, isOutdated.value ? /* @__PURE__ */ a("div", {
			class: "banner",
			children: [/* @__PURE__ */ a("span", {
				class: "grow",
				children: "The mock serves a newer console."
			}), /* @__PURE__ */ a(Button, {
				small: true,
				onClick: () => location.reload(),
				children: "Reload"
			})]
		}) : null]
	});
}
function KeyDialog() {
	const [key, setKey] = d("");
	return /* @__PURE__ */ a(Dialog, {
		title: "Control key",
		onClose: () => {
			isKeyNeeded.value = false;
		},
		onSubmit: () => {
			controlKey.set(key);
			isKeyNeeded.value = false;
			reconnect();
			readAgain();
		},
		footer: /* @__PURE__ */ a(Button, {
			type: "submit",
			kind: "primary",
			children: "Continue"
		}),
		children: [/* @__PURE__ */ a("p", {
			class: "soft",
			children: [
				"This mock was started with ",
				/* @__PURE__ */ a("code", { children: "--control-key" }),
				". The text stays in this tab and is sent to",
				" ",
				consoleRoot.host,
				" only."
			]
		}), /* @__PURE__ */ a(Field, {
			label: "Control key",
			children: /* @__PURE__ */ a("input", {
				class: "input mono",
				type: "password",
				autocomplete: "off",
				value: key,
				onInput: (event) => setKey(event.currentTarget.value)
			})
		})]
	});
}
// mock/console/app.tsx
takeKeyFromAddress();
followLinks();
startLive();
Q(/* @__PURE__ */ a(Shell, {}), document.getElementById("app"));
export { AsCode as a, literal as c, plainWords as d, faultPresets as i, openNewWorkspace as l, resourceHref as n, asCurl as o, subjectHref as r, asFetch as s, SubjectLink as t, onKey as u };
