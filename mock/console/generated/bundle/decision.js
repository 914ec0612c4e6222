import { t as actControl } from "./acts.js";
import { N as workspaceId } from "./parts.js";
import { o as useControl } from "./app.js";
// mock/console/screens/parts/decision.ts
function decide(approval, outcome, by, comment) {
	return actControl("decideApproval", {
		path: {
			workspace_id: workspaceId.value,
			approval_id: approval.id
		},
		body: {
			outcome,
			...by ? { by } : {},
			...comment ? { comment } : {}
		}
	}, { said: `${outcome === "approved" ? "Approved" : outcome === "rejected" ? "Rejected" : "Objected to"} ${approval.title}` });
}
function usePeople({ approver_ids }) {
	const all = useControl("listPeople", { path: { workspace_id: workspaceId.value } }, ["people"]).data?.data ?? [];
	const isNamed = (id) => approver_ids.includes(id);
	return {
		may: all.filter(({ id, role }) => role === "admin" || isNamed(id)),
		mayNot: all.filter(({ id, role }) => role !== "admin" && !isNamed(id)),
		isNamed
	};
}
export { usePeople as n, decide as t };
