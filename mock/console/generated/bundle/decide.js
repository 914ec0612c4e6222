import { I as a, N as workspaceId, at as d, n as Button, st as $ } from "./parts.js";
import { t as later } from "./later.js";
import { t as actControl } from "./acts.js";
import { r as useControl } from "./reads.js";
// mock/console/screens/parts/decide.tsx
const DecideDialog = later(() => import("./decide-dialog.js").then((it) => it.DecideDialog));
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
function DecideButtons({ approval, small = false }) {
	const [outcome, setOutcome] = d();
	return a("span", {
		class: "row",
		children: [
			a(Button, {
				small,
				kind: small ? "" : "primary",
				icon: "check",
				onClick: () => setOutcome("approved"),
				children: "Approve"
			}),
			small ? null : a($, { children: [a(Button, {
				onClick: () => setOutcome("rejected"),
				children: "Reject"
			}), approval.kind === "workflow_gate" ? a(Button, {
				onClick: () => setOutcome("objected"),
				children: "Object"
			}) : null] }),
			outcome ? a(DecideDialog, {
				approval,
				first: outcome,
				onClose: () => setOutcome(void 0)
			}) : null
		]
	});
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
export { decide as n, usePeople as r, DecideButtons as t };
