import { I as a, N as workspaceId, Y as href } from "./parts.js";
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
	return a("a", {
		href: subjectHref(id),
		children
	});
}
export { resourceHref as n, subjectHref as r, SubjectLink as t };
