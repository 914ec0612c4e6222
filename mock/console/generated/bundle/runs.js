import { I as a, J as go, X as hrefHere, Y as href, Z as place, a as Empty, at as d, f as Page, g as Select, h as Segments, it as T, m as Problem, nt as A, ot as w, p as Panel, t as Bones, z as askService } from "./parts.js";
import { t as Lines } from "./lines.js";
import { d as moneyText, n as Avatar, o as Status, r as Compact, s as Time, u as durationText } from "./values.js";
import { a as lookedThrough, o as useControl, s as useService } from "./app.js";
import { t as StartRunButton } from "./start-run-button.js";
import { n as RunScreen } from "./run.js";
// mock/console/screens/runs.tsx
function Runs({ path }) {
	return path[2] ? a(RunScreen, {
		ws: path[0],
		id: path[2]
	}, path[2]) : a(RunList, { ws: path[0] });
}
const statuses = [
	"",
	"running",
	"paused",
	"completed",
	"failed",
	"cancelled",
	"stopped"
];
const PAGE = 100;
function RunList({ ws }) {
	const { query } = place.value;
	const status = query.get("status") ?? "";
	const agent_id = query.get("agent") ?? "";
	const filter = {
		...status ? { status } : {},
		...agent_id ? { agent_id } : {}
	};
	const first = useService("listRuns", { query: {
		...filter,
		limit: PAGE
	} }, [
		"runs",
		"running",
		"control",
		"*"
	]);
	const agents = useService("listAgents", { query: { limit: 100 } }, ["agents"]);
	const people = useControl("listPeople", { path: { workspace_id: ws } }, ["people"]);
	const more = useMore(first.data?.next_cursor ?? null, JSON.stringify([filter, lookedThrough()]), (cursor) => askService("listRuns", { query: {
		...filter,
		limit: PAGE,
		cursor
	} }, lookedThrough()));
	A(() => {
		document.title = "Runs · Agent Work mock";
	}, []);
	const runs = w(() => {
		const newest = first.data?.data ?? [];
		const known = new Set(newest.map(({ id }) => id));
		return [...newest, ...more.rows.filter(({ id }) => !known.has(id))];
	}, [first.data, more.rows]);
	const nameOf = new Map((people.data?.data ?? []).map(({ id, name }) => [id, name]));
	return a(Page, {
		title: "Runs",
		note: "Each run of an agent, newest first. Those at work grow as you watch.",
		actions: a(StartRunButton, {}),
		children: [a("div", {
			class: "row wrap filters",
			children: [a(Segments, {
				label: "Status",
				current: status,
				options: statuses.map((id) => ({
					id,
					text: id === "" ? "All" : id[0].toUpperCase() + id.slice(1),
					href: hrefHere({ status: id || null })
				}))
			}), a("span", {
				class: "key-select",
				children: a(Select, {
					label: "Agent",
					value: agent_id,
					onChange: (value) => go(hrefHere({ agent: value || null })),
					options: [["", "Any agent"], ...(agents.data?.data ?? []).map(({ id, name }) => [id, name])]
				})
			})]
		}), a(Panel, {
			flush: true,
			label: "Runs",
			children: first.error && !first.data ? a("div", {
				class: "body",
				children: a(Problem, { error: first.error })
			}) : !first.data ? a(Bones, {}) : runs.length === 0 ? a(Empty, {
				title: status || agent_id ? "No run fits these filters" : "No runs yet",
				children: [a("p", { children: status || agent_id ? "Take one away, or start a run." : "Start one: the agent that asks for a text is a good first one." }), a(StartRunButton, {})]
			}) : a(Lines, {
				label: "Runs",
				count: runs.length,
				columns: [
					["Status"],
					["Agent"],
					["Task"],
					["Started by", "wide-only"],
					["Tokens", "right wide-only"],
					["Cost", "right"],
					["Worked", "right wide-only"],
					["Started", "right"]
				],
				template: "var(--run-columns)",
				height: "calc(100dvh - 206px)",
				onEnd: more.load,
				line: (index) => {
					const run = runs[index];
					if (!run) return void 0;
					return {
						href: href([
							ws,
							"runs",
							run.id
						]),
						cells: cellsOf(run, nameOf)
					};
				}
			})
		})]
	});
}
function cellsOf(run, nameOf) {
	const task = String(run.input?.task ?? "").split("\n")[0];
	const waits = run.question ? run.question.prompt : run.approval_id ? "waits for an approval" : null;
	return [
		a(Status, { value: run.status }, "status"),
		a("span", {
			class: "row",
			children: [a(Avatar, {
				name: run.agent_name,
				agent: true
			}), a("span", {
				class: "cut",
				children: run.agent_name
			})]
		}, "agent"),
		a("span", {
			class: "soft",
			children: waits ? a("span", {
				class: "note-amber",
				children: waits
			}) : task
		}, "task"),
		a("span", {
			class: "muted",
			children: nameOf.get(run.started_by) ?? ""
		}, "by"),
		a(Compact, { value: run.tokens.total }, "tokens"),
		a("span", {
			class: "number",
			children: moneyText(run.cost_euros)
		}, "cost"),
		a("span", {
			class: "number muted",
			children: durationText(run.duration_seconds * 1e3)
		}, "worked"),
		a(Time, { at: run.created_at }, "at")
	];
}
function useMore(first, list, load) {
	const [state, setState] = d({
		list,
		rows: [],
		cursor: void 0
	});
	const isLoading = T(false);
	const current = state.list === list ? state : {
		list,
		rows: [],
		cursor: void 0
	};
	const next = current.cursor === void 0 ? first : current.cursor;
	return {
		rows: current.rows,
		load: () => {
			if (next === null || isLoading.current) return;
			isLoading.current = true;
			load(next).then(({ data, next_cursor }) => setState({
				list,
				rows: [...current.rows, ...data],
				cursor: next_cursor
			})).catch(() => {}).finally(() => {
				isLoading.current = false;
			});
		}
	};
}
export { Runs as default };
