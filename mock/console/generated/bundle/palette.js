import { $ as mockRoot, I as a, J as go, N as workspaceId, P as workspaces, R as askControl, X as hrefHere, Y as href, at as d, i as Dialog, it as T, nt as A, ot as w, st as $, v as copy } from "./parts.js";
import { t as asCurl } from "./as-code.js";
import { t as faultPresets } from "./fault-presets.js";
import { n as resourceHref } from "./links.js";
import { a as lastActs, c as undo, t as actControl } from "./acts.js";
import { d as isPaletteOpen, l as openNewWorkspace, n as screens, r as letPass, t as help, u as isHelpOpen } from "./app.js";
// mock/console/shell/palette.tsx
const RECENT = "agent-work-console-recent";
function HelpDialog() {
	return a(Dialog, {
		title: "Keyboard shortcuts",
		onClose: () => {
			isHelpOpen.value = false;
		},
		children: a("dl", {
			class: "facts keys-help",
			children: help.map(([keys, what]) => a($, { children: [a("dt", { children: keys.split(" ").map((key) => a("kbd", { children: key }, key)) }), a("dd", { children: what })] }))
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
		let isWanted = true;
		const timer = setTimeout(() => void find(wanted).then((found) => isWanted && setFound(found)).catch(() => {}), 120);
		return () => {
			isWanted = false;
			clearTimeout(timer);
		};
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
	return a("dialog", {
		ref: dialog,
		class: "dialog palette",
		"aria-label": "Search and commands",
		onClose: close,
		onClick: (event) => event.target === dialog.current && close(),
		children: [a("input", {
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
		}), a("div", {
			class: "palette-list",
			id: "palette-list",
			role: "listbox",
			"aria-label": "Results",
			children: [shown.map((command, index) => a("div", {
				id: `palette-${index}`,
				role: "option",
				tabIndex: -1,
				"aria-selected": index === at,
				class: "palette-item",
				onClick: () => choose(command),
				onPointerMove: () => setAt(index),
				children: [a("span", {
					class: "grow cut",
					children: command.text
				}), a("span", {
					class: "muted small",
					children: command.note
				})]
			}, `${command.note} ${command.text}`)), shown.length === 0 ? a("p", {
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
		for (const { said, call } of lastActs.value.slice(0, 5)) add(`Copy as curl: ${said}`, "done last", () => void copy(asCurl(call, mockRoot.href.replace(/\/$/, "")), "Copied as curl"));
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
		}, {
			said: `Set: ${name}${operation ? ` for ${operation}` : ""}`,
			undo: false
		}));
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
export { HelpDialog, PaletteDialog };
