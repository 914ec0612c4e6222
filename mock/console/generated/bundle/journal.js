import { $ as mockRoot, C as exchanges, F as Icon, I as a, J as go, N as workspaceId, X as hrefHere, Y as href, Z as place, a as Empty, at as d, d as Menu, f as Page, g as Select, it as T, l as Item, n as Button, nt as A, ot as w, r as Code, st as $, u as Loaded } from "./parts.js";
import { t as Lines } from "./lines.js";
import { i as HttpStatus, s as Time, u as durationText } from "./values.js";
import { t as actControl } from "./acts.js";
import { o as useControl } from "./app.js";
import { t as throttled } from "./throttled.js";
import { t as ExchangeDetail } from "./exchange.js";
// mock/console/screens/journal.tsx
const shownLines = throttled(exchanges, 100);
function Journal({ path }) {
	const opened = path[2];
	const query = place.value.query;
	const text = query.get("text") ?? "";
	const first = useControl("listExchanges", {
		path: { workspace_id: path[0] },
		query: {
			limit: 1e3,
			console: true,
			...text ? { text } : {}
		}
	}, text ? ["exchanges", "control"] : ["control"]);
	const [isHeld, setHeld] = d(false);
	const live = shownLines.value;
	const all = w(() => together(first.data?.data ?? [], text ? [] : live), [
		first.data,
		live,
		text
	]);
	const fitting = w(() => all.filter(filterOf(query)).reverse(), [all, query]);
	const held = T(fitting);
	const filterName = query.toString();
	const heldFor = T(filterName);
	if (!isHeld || heldFor.current !== filterName || held.current.length === 0) {
		held.current = fitting;
		heldFor.current = filterName;
	}
	const shown = held.current;
	const newer = isHeld ? Math.max(0, fitting.length - shown.length) : 0;
	A(() => {
		document.title = "Journal · Agent Work mock";
	}, []);
	const isNarrow = opened !== void 0;
	return a(Page, {
		title: "Journal",
		note: `${all.length} ${all.length === 1 ? "call" : "calls"}, newest first. The journal keeps the last thousand.`,
		actions: a($, { children: [newer > 0 ? a(Button, {
			small: true,
			kind: "primary",
			onClick: () => {
				held.current = fitting;
				setHeld(false);
			},
			children: [newer, " new"]
		}) : null, a(Menu, {
			button: a($, { children: [a(Icon, { name: "more" }), " More"] }),
			label: "More",
			align: "end",
			children: (close) => a($, { children: [a("a", {
				class: "item",
				href: new URL(`_mock/workspaces/${path[0]}/journal/har`, mockRoot).href,
				download: `${path[0]}.har`,
				onClick: close,
				children: "Download as HAR"
			}), a(Item, {
				danger: true,
				onClick: () => {
					close();
					if (confirm("Forget every call? This cannot be undone.")) actControl("clearJournal", { path: { workspace_id: path[0] } }, {
						said: "The journal is empty",
						undo: false
					}).then(() => {
						exchanges.value = [];
					});
				},
				children: "Clear the journal"
			})] })
		})] }),
		children: [a(Filters, { all }), a("div", {
			class: `split ${opened ? "is-open" : ""}`,
			children: [a("section", {
				class: "panel",
				"aria-label": "Calls",
				children: first.data && shown.length === 0 ? a(NoCalls, { isFiltered: all.length > 0 }) : a(Lines, {
					label: "Calls",
					count: shown.length,
					columns: isNarrow ? [
						["Status"],
						["Call"],
						["Time", "right"]
					] : [
						["Status"],
						["Call"],
						["Key"],
						["Operation", "wide-only"],
						["Took", "right wide-only"],
						["Time", "right"]
					],
					template: isNarrow ? "46px minmax(0,1fr) 66px" : "var(--journal-columns)",
					onHold: setHeld,
					height: "calc(100dvh - 196px)",
					line: (index) => {
						const one = shown[index];
						if (!one) return void 0;
						const notes = a(Notes, { line: one });
						const call = a($, { children: [
							a("span", {
								class: "mono method",
								children: one.method
							}),
							" ",
							a("span", {
								class: "mono",
								children: one.path
							}),
							" ",
							notes
						] });
						const status = one.open ? a("span", {
							class: "tag blue",
							children: "open"
						}) : a(HttpStatus, { status: one.status });
						return {
							href: href([
								path[0],
								"journal",
								one.id
							], filtersOf(query)),
							current: one.id === opened,
							cells: isNarrow ? [
								status,
								call,
								a(Time, { at: one.at }, "at")
							] : [
								status,
								call,
								one.console ? a("span", {
									class: "tag",
									children: ["console · ", one.key]
								}) : a("span", {
									class: "soft",
									children: one.key ?? "–"
								}),
								a("span", {
									class: "muted",
									children: one.operation ?? ""
								}, "operation"),
								a("span", {
									class: "muted number",
									children: one.took_ms === null ? "" : durationText(one.took_ms)
								}, "took"),
								a(Time, { at: one.at }, "at")
							]
						};
					}
				})
			}), opened ? a(ExchangeDetail, {
				id: opened,
				workspace: path[0],
				closeHref: href([path[0], "journal"], filtersOf(query))
			}) : null]
		})]
	});
}
function Notes({ line }) {
	return a($, { children: [
		line.refusal ? a("span", {
			class: "note-red",
			children: line.refusal.code
		}) : null,
		line.faults.map(({ id, effect }) => a("span", {
			class: "tag amber",
			children: effect
		}, id)),
		line.broken_off ? a("span", {
			class: "tag amber",
			children: "broken off"
		}) : null
	] });
}
const filterNames = [
	"text",
	"status",
	"operation",
	"key",
	"only"
];
function filtersOf(query) {
	return Object.fromEntries(filterNames.map((name) => [name, query.get(name)]));
}
function filterOf(query) {
	const status = query.get("status");
	const operation = query.get("operation");
	const key = query.get("key");
	const only = query.get("only");
	return (line) => (status === null || String(line.status).startsWith(status[0])) && (operation === null || line.operation === operation) && (key === null || line.key === key) && (only !== "refused" || line.refusal !== null) && (only !== "faults" || line.faults.length > 0 || line.broken_off) && (only !== "client" || !line.console);
}
function Filters({ all }) {
	const { query } = place.value;
	const operations = w(() => [...new Set(all.flatMap(({ operation }) => operation ?? []))].sort(), [all]);
	const keys = w(() => [...new Set(all.flatMap(({ key }) => key ?? []))].sort(), [all]);
	const set = (name, value) => go(hrefHere({ [name]: value || null }), true);
	const isAny = filterNames.some((name) => query.get(name));
	return a("search", {
		class: "row wrap filters",
		children: [
			a("input", {
				class: "input filter-text",
				"data-filter": true,
				type: "search",
				placeholder: "Search in paths and bodies",
				"aria-label": "Search in paths and bodies",
				value: query.get("text") ?? "",
				onChange: (event) => set("text", event.currentTarget.value)
			}),
			a(Select, {
				label: "Status",
				value: query.get("status") ?? "",
				onChange: (value) => set("status", value),
				options: [
					["", "Any status"],
					["2xx", "2xx"],
					["4xx", "4xx"],
					["5xx", "5xx"],
					["0", "No reply"]
				]
			}),
			a(Select, {
				label: "Operation",
				value: query.get("operation") ?? "",
				onChange: (value) => set("operation", value),
				options: [["", "Any operation"], ...operations.map((one) => [one, one])]
			}),
			a(Select, {
				label: "Key",
				value: query.get("key") ?? "",
				onChange: (value) => set("key", value),
				options: [["", "Any key"], ...keys.map((one) => [one, one])]
			}),
			a(Select, {
				label: "Only",
				value: query.get("only") ?? "",
				onChange: (value) => set("only", value),
				options: [
					["", "All calls"],
					["client", "Without the console’s"],
					["refused", "Refused"],
					["faults", "Struck by faults"]
				]
			}),
			isAny ? a(Button, {
				small: true,
				kind: "quiet",
				onClick: () => go(hrefHere(Object.fromEntries(filterNames.map((name) => [name, null]))), true),
				children: "Clear filters"
			}) : null
		]
	});
}
function NoCalls({ isFiltered }) {
	const read = useControl("readWorkspace", { path: { workspace_id: workspaceId.value } }, ["keys"]);
	if (isFiltered) return a(Empty, {
		title: "No call fits these filters",
		children: a("p", { children: "Take one away, or wait: what fits appears here as it happens." })
	});
	return a(Empty, {
		title: "No calls yet",
		children: [a("p", { children: "Whatever your client asks appears here as it happens. To see it work, run this in a shell:" }), a(Loaded, {
			read,
			children: ({ keys }) => a(Code, { text: `curl -H 'Authorization: Bearer ${keys.member ?? Object.values(keys)[0]}' '${mockRoot.href}agents/?limit=3'` })
		})]
	});
}
function together(read, live) {
	if (live.length === 0) return read;
	const newer = new Set(live.map(({ id }) => id));
	return [...read.filter(({ id }) => !newer.has(id)), ...live].sort((a, b) => numberOf(a) - numberOf(b));
}
function numberOf({ id }) {
	return Number(id.slice(id.lastIndexOf(".") + 1));
}
export { Journal as default };
