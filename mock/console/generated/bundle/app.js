// With code of preact and @preact/signals; see licenses.txt beside this file.
import { B as bodyOf, D as onTouched, E as now, F as Icon, G as service, H as controlKey, I as a, J as go, L as Refused, N as workspaceId, O as reconnect, P as workspaces, Q as consoleRoot, S as connection, T as isOutdated, U as make, V as control, W as onKeyNeeded, Y as href, Z as place, at as d, ct as Q, d as Menu, i as Dialog, k as startLive, n as Button, nt as A, ot as w, q as followLinks, s as Field, st as $, t as Bones, tt as y, x as toasts, y as dismiss } from "./parts.js";
import { h as singleKeys, l as dayText, p as timeText, t as Ago, u as durationText } from "./values.js";
import { c as undo, t as actControl } from "./acts.js";
// mock/console/kit/later.tsx
function later(load) {
	let loaded;
	return function Later(props) {
		const [, showAgain] = d(false);
		A(() => {
			if (!loaded) load().then((component) => {
				loaded = component;
				showAgain(true);
			});
		}, []);
		const Component = loaded;
		return Component ? a(Component, { ...props }) : null;
	};
}
// mock/console/state/control-key.ts
const isKeyNeeded = y(false);
onKeyNeeded(() => {
	isKeyNeeded.value = true;
});
function takeKeyFromAddress() {
	const key = new URLSearchParams(location.hash.slice(1)).get("key");
	if (key === null) return;
	controlKey.set(key);
	history.replaceState(history.state, "", location.pathname + location.search);
}
// mock/console/state/keys.ts
const isPaletteOpen = y(false);
const isHelpOpen = y(false);
function openPalette() {
	isPaletteOpen.value = true;
}
const ownKeys = new Map();
function onKey(key, act) {
	ownKeys.set(key, act);
	return () => {
		if (ownKeys.get(key) === act) ownKeys.delete(key);
	};
}
// mock/console/state/new-workspace.ts
const newWorkspace = y(null);
function openNewWorkspace(from = "demo", answers = {}) {
	newWorkspace.value = {
		from,
		answers
	};
}
// mock/console/state/reads.ts
const MAX_KEPT = 60;
const PAUSE = 120;
const kept = new Map();
onTouched((workspace, what) => {
	for (const one of kept.values()) {
		if (workspace !== "*" && one.workspace !== "*" && workspace !== one.workspace) continue;
		if (!what.has("*") && !one.on.has("*") && [...one.on].every((name) => !what.has(name))) continue;
		if (one.users > 0) readSoon(one);
		else one.isStale = true;
	}
});
function useService(id, wanted, on) {
	return useRead(wanted && service(id, wanted, lookedThrough()), workspaceId.value ?? "*", on);
}
function useControl(id, wanted, on) {
	return useRead(wanted && control(id, wanted), workspaceId.value ?? "*", on);
}
function lookedThrough() {
	return `${workspaceId.value ?? "demo"}/${place.value.query.get("as") ?? "*"}`;
}
const nothing = y({
	data: void 0,
	error: void 0,
	isLoading: false
});
function useRead(call, workspace, on) {
	const name = call && `${call.method} ${call.url} ${call.as ?? ""} ${JSON.stringify(call.wanted.body ?? "")}`;
	const one = w(() => call && name ? keep(name, call, workspace, on) : void 0, [name]);
	A(() => {
		if (!one) return;
		one.users += 1;
		if (one.isStale) readSoon(one, 0);
		return () => {
			one.users -= 1;
		};
	}, [one]);
	return (one?.state ?? nothing).value;
}
function keep(name, call, workspace, on) {
	const known = kept.get(name);
	if (known) {
		kept.delete(name);
		kept.set(name, known);
		return known;
	}
	const one = {
		state: y({
			data: void 0,
			error: void 0,
			isLoading: true
		}),
		call,
		workspace,
		on: new Set(on),
		users: 0,
		isStale: false,
		reading: false,
		timer: void 0
	};
	kept.set(name, one);
	for (const [old, { users }] of kept) {
		if (kept.size <= MAX_KEPT) break;
		if (users === 0) kept.delete(old);
	}
	read(one);
	return one;
}
function readSoon(one, pause = PAUSE) {
	if (one.timer !== void 0) return;
	one.timer = setTimeout(() => {
		one.timer = void 0;
		read(one);
	}, pause);
}
async function read(one) {
	if (one.reading) {
		one.isStale = true;
		return;
	}
	one.reading = true;
	one.isStale = false;
	try {
		const data = await make(one.call).then(bodyOf);
		one.state.value = {
			data,
			error: void 0,
			isLoading: false
		};
	} catch (error) {
		const { data } = one.state.value;
		one.state.value = {
			data: error instanceof Refused ? void 0 : data,
			error,
			isLoading: false
		};
	} finally {
		one.reading = false;
		if (one.isStale && one.users > 0) readSoon(one);
	}
}
function readAgain() {
	for (const one of kept.values()) if (one.users > 0) readSoon(one, 0);
	else one.isStale = true;
}
// mock/console/shell/let-pass.ts
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
function plainWords(says) {
	return says.replace(/\b(The (?:run|approval)) \w+_\w+ (?:of )?/g, (_, what) => what === "The run" ? "" : "The approval ").replace(/ (?:run|appr|wrun|task)_\w+,/g, "").replace(/waits for the approval \w+/, "waits for an approval");
}
// mock/console/shell/clock-bar.tsx
const ClockMenu = later(() => import("./clock-menu.js").then((it) => it.ClockMenu));
function ClockBar() {
	const live = workspaces.value[workspaceId.value ?? ""];
	if (!live) return a("div", { class: "clock-bar" });
	const { clock } = live;
	const at = now.value;
	const next = clock.next === null ? null : Date.parse(clock.next);
	const mode = clock.mode === "scaled" ? `×${clock.factor}` : clock.mode;
	return a("div", {
		class: "clock-bar",
		role: "group",
		"aria-label": "Clock of the workspace",
		children: [
			a(Menu, {
				class: "quiet clock-now",
				label: "Clock: set, move, agenda",
				button: a($, { children: [
					a("span", {
						class: "number strong clock-time",
						children: timeText(at)
					}),
					a("span", {
						class: "muted clock-day",
						children: dayText(at)
					}),
					a("span", {
						class: `tag ${clock.mode === "real" ? "" : "blue"}`,
						children: mode
					})
				] }),
				children: (close) => a(ClockMenu, { close })
			}),
			a("div", {
				class: "clock-steps",
				children: [
					[
						"1m",
						"1h",
						"1d"
					].map((by) => a(Button, {
						small: true,
						onClick: () => void letPass({ by }),
						children: ["+", by]
					}, by)),
					a(Button, {
						small: true,
						icon: "skip",
						disabled: next === null || clock.idle,
						onClick: () => next !== null && void letPass({ to: new Date(Math.max(next, at)).toISOString() }),
						children: "To next"
					}),
					a(Button, {
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
			a("span", {
				class: "clock-next muted cut",
				children: next === null || clock.idle ? "Nothing is planned" : a(NextWords, { at: next })
			})
		]
	});
}
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
	return a($, { children: [
		(first?.says ?? "Something is due").replace(/\.$/, ""),
		" ",
		passed > 0 ? a(Ago, { at }) : "now"
	] });
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
		id: "world",
		name: "World",
		icon: "workspaces",
		group: "The world",
		load: () => import("./world.js")
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
const loading = new Map();
function loaded(load) {
	const known = loading.get(load) ?? load();
	loading.set(load, known);
	return known;
}
// mock/console/shell/keys.ts
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
		else if (ownKeys.has(key)) ownKeys.get(key)();
		else return;
		event.preventDefault();
	};
	addEventListener("keydown", listener);
	return () => removeEventListener("keydown", listener);
}
// mock/console/shell/toasts.tsx
const AsCode = later(() => import("./code-view.js").then((it) => it.AsCode));
function Toasts() {
	return a("div", {
		class: "toasts",
		role: "status",
		children: toasts.value.map((toast) => a(Note, { toast }, toast.id))
	});
}
function Note({ toast }) {
	const [isCode, setCode] = d(false);
	const { call, link, undo, lines } = toast;
	return a("div", {
		class: `toast ${toast.isError ? "red" : ""}`,
		children: [
			a("div", {
				class: "row",
				children: [a("span", {
					class: "grow",
					children: toast.text
				}), a(Button, {
					small: true,
					kind: "quiet",
					icon: "close",
					label: "Dismiss",
					onClick: () => dismiss(toast.id)
				})]
			}),
			lines && lines.length > 0 ? a("ul", {
				class: "stack tight small soft",
				children: lines.map((line) => a("li", { children: line }, line))
			}) : null,
			call || link || undo ? a("div", {
				class: "row wrap",
				children: [
					link ? a("a", {
						href: link.href,
						children: link.text
					}) : null,
					undo ? a(Button, {
						small: true,
						icon: "undo",
						onClick: () => {
							dismiss(toast.id);
							undo();
						},
						children: "Undo"
					}) : null,
					call ? a(Button, {
						small: true,
						kind: "quiet",
						icon: "code",
						pressed: isCode,
						onClick: () => setCode(!isCode),
						children: "As code"
					}) : null
				]
			}) : null,
			isCode && call ? a(AsCode, { call }) : null
		]
	});
}
// mock/console/shell/top.tsx
const menus = () => import("./top-menus.js");
const WorkspaceItems = later(() => menus().then((it) => it.WorkspaceItems));
const AsItems = later(() => menus().then((it) => it.AsItems));
const UndoPreview = later(() => menus().then((it) => it.UndoPreview));
const MoreItems = later(() => menus().then((it) => it.MoreItems));
function WorkspaceMenu() {
	const id = workspaceId.value;
	return a(Menu, {
		class: "quiet workspace-menu",
		label: "Switch workspace",
		button: a($, { children: [a("span", {
			class: "cut strong",
			children: id ?? "All workspaces"
		}), a(Icon, { name: "down" })] }),
		children: (close) => a(WorkspaceItems, { close })
	});
}
function AsMenu() {
	const as = place.value.query.get("as");
	return a(Menu, {
		class: `quiet as-menu ${as ? "is-as" : ""}`,
		align: "end",
		label: as ? `Looking as ${as}; choose another key` : "Look as a key",
		button: a($, { children: [
			a(Icon, { name: "eye" }),
			a("span", {
				class: "cut",
				children: as ?? "Everyone"
			}),
			a(Icon, { name: "down" })
		] }),
		children: (close) => a(AsItems, { close })
	});
}
function UndoButton() {
	return a(Menu, {
		class: "quiet undo-menu",
		align: "end",
		label: "Undo what the console did",
		button: a(Icon, { name: "undo" }),
		children: (close) => a(UndoPreview, { close })
	});
}
function SearchButton() {
	return a("button", {
		type: "button",
		class: "button search-button",
		onClick: openPalette,
		"aria-label": "Search and commands",
		title: "Search and commands (Ctrl K)",
		children: [
			a(Icon, { name: "search" }),
			a("span", {
				class: "search-words",
				children: "Search"
			}),
			a("kbd", {
				class: "search-words",
				children: "Ctrl K"
			})
		]
	});
}
function MoreMenu() {
	const { state } = connection.value;
	return a(Menu, {
		class: "quiet icon",
		align: "end",
		label: `Settings and links; ${state === "live" ? "live" : state === "lost" ? "not live" : "connecting"}`,
		button: a("span", { class: `dot ${state === "live" ? "green" : "amber"}` }),
		children: (close) => a(MoreItems, { close })
	});
}
// mock/console/shell/shell.tsx
const PaletteDialog = later(() => import("./palette.js").then((it) => it.PaletteDialog));
const HelpDialog = later(() => import("./palette.js").then((it) => it.HelpDialog));
const NewWorkspaceDialog = later(() => import("./new-workspace.js").then((it) => it.NewWorkspaceDialog));
function Shell() {
	A(followKeys, []);
	A(() => {
		const timer = setTimeout(() => void import("./palette.js"), 800);
		return () => clearTimeout(timer);
	}, []);
	const { path } = place.value;
	A(() => {
		if (path.length === 0) go(href(["demo"]), true);
	}, [path]);
	const lost = connection.value.state === "lost";
	return a("div", {
		class: `app ${lost ? "is-lost" : ""}`,
		children: [
			a("a", {
				class: "skip-link",
				href: "#main",
				onClick: skipToMain,
				children: "Skip to the content"
			}),
			a("header", {
				class: "top",
				children: [
					a("a", {
						class: "brand",
						href: href([workspaceId.value ?? "demo"]),
						"aria-label": "Agent Work mock, console",
						children: a("svg", {
							viewBox: "0 0 24 24",
							"aria-hidden": "true",
							children: [a("rect", {
								width: "24",
								height: "24",
								rx: "6"
							}), a("path", { d: "M7 12.5l3.2 3.2L17 8.8" })]
						})
					}),
					a(WorkspaceMenu, {}),
					workspaceId.value ? a(ClockBar, {}) : a("span", { class: "grow" }),
					a("div", {
						class: "top-end",
						children: [
							workspaceId.value ? a(AsMenu, {}) : null,
							workspaceId.value ? a(UndoButton, {}) : null,
							a(SearchButton, {}),
							a(MoreMenu, {})
						]
					})
				]
			}),
			a(Rail, {}),
			a("main", {
				id: "main",
				tabIndex: -1,
				children: [a(Banners, {}), a(CurrentScreen, {})]
			}),
			a(BottomBar, {}),
			a(Toasts, {}),
			isPaletteOpen.value ? a(PaletteDialog, {}) : null,
			isHelpOpen.value ? a(HelpDialog, {}) : null,
			newWorkspace.value ? a(NewWorkspaceDialog, {}) : null,
			isKeyNeeded.value ? a(KeyDialog, {}) : null
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
	if (!load || shown?.load !== load) return a(Bones, {});
	const Component = shown.component;
	return a(Component, { path }, path[0]);
}
const groups = [
	"The work",
	"My client",
	"The world"
];
function Rail() {
	const workspace = workspaceId.value ?? "demo";
	return a("nav", {
		class: "rail",
		"aria-label": "Screens",
		children: groups.map((group) => a("div", {
			class: "rail-group",
			children: [a("h2", { children: group }), screens.filter((screen) => screen.group === group).map((screen) => a(RailLink, {
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
	return a("a", {
		href: href([workspace, screen.id].filter(Boolean)),
		"aria-current": isCurrent ? "page" : void 0,
		onPointerEnter: () => void loaded(screen.load),
		children: [
			a(Icon, { name: screen.icon }),
			a("span", {
				class: "grow",
				children: screen.name
			}),
			waiting > 0 ? a("span", {
				class: "badge",
				children: waiting
			}) : null
		]
	});
}
function BottomBar() {
	const workspace = workspaceId.value ?? "demo";
	return a("nav", {
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
			return screen ? a(RailLink, {
				screen,
				workspace
			}, id) : null;
		})
	});
}
function Banners() {
	const state = connection.value;
	return a("div", {
		"aria-live": "polite",
		children: [state.state === "lost" ? a("div", {
			class: "banner amber",
			children: [
				a("span", { class: "dot amber" }),
				a("span", {
					class: "grow",
					children: state.status === 401 ? "The mock asks for its control key." : `Not live since ${state.since.toLocaleTimeString("en-GB")}, trying again. What you see is of then.`
				}),
				a(Button, {
					small: true,
					onClick: () => {
						reconnect();
						readAgain();
					},
					children: "Try now"
				})
			]
		}) : null, isOutdated.value ? a("div", {
			class: "banner",
			children: [a("span", {
				class: "grow",
				children: "The mock serves a newer console."
			}), a(Button, {
				small: true,
				onClick: () => location.reload(),
				children: "Reload"
			})]
		}) : null]
	});
}
function KeyDialog() {
	const [key, setKey] = d("");
	return a(Dialog, {
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
		footer: a(Button, {
			type: "submit",
			kind: "primary",
			children: "Continue"
		}),
		children: [a("p", {
			class: "soft",
			children: [
				"This mock was started with ",
				a("code", { children: "--control-key" }),
				". The text stays in this tab and is sent to",
				" ",
				consoleRoot.host,
				" only."
			]
		}), a(Field, {
			label: "Control key",
			children: a("input", {
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
Q(a(Shell, {}), document.getElementById("app"));
export { lookedThrough as a, newWorkspace as c, isPaletteOpen as d, onKey as f, plainWords as i, openNewWorkspace as l, screens as n, useControl as o, later as p, letPass as r, useService as s, help as t, isHelpOpen as u };
