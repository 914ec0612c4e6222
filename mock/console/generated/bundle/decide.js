import { I as a, at as d, n as Button, st as $ } from "./parts.js";
import { p as later } from "./app.js";
// mock/console/screens/parts/decide.tsx
const DecideDialog = later(() => import("./decide-dialog.js").then((it) => it.DecideDialog));
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
export { DecideButtons as t };
