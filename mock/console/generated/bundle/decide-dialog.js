import { I as a, at as d, g as Select, i as Dialog, n as Button, s as Field, st as $ } from "./parts.js";
import { n as usePeople, t as decide } from "./decision.js";
// mock/console/screens/parts/decide-dialog.tsx
const verbs = {
	approved: "Approve",
	rejected: "Reject",
	objected: "Object"
};
function DecideDialog({ approval, first, onClose }) {
	const [outcome, setOutcome] = d(first);
	const [by, setBy] = d("");
	const [comment, setComment] = d("");
	const outcomes = approval.kind === "workflow_gate" ? [
		"approved",
		"rejected",
		"objected"
	] : ["approved", "rejected"];
	const people = usePeople(approval);
	return a(Dialog, {
		title: approval.title,
		onClose,
		onSubmit: () => {
			onClose();
			decide(approval, outcome, by, comment);
		},
		footer: a($, { children: [a(Button, {
			type: "submit",
			kind: "primary",
			children: verbs[outcome]
		}), a("span", {
			class: "muted small",
			children: "No key can do this; a person does it in the app."
		})] }),
		children: [
			approval.description ? a("p", {
				class: "soft",
				children: approval.description
			}) : null,
			a("div", {
				class: "segments",
				role: "group",
				"aria-label": "Decision",
				children: outcomes.map((one) => a("button", {
					type: "button",
					"aria-pressed": one === outcome,
					onClick: () => setOutcome(one),
					children: verbs[one]
				}, one))
			}),
			a(Field, {
				label: "Who decides",
				children: a(Select, {
					value: by,
					onChange: setBy,
					options: [
						["", "The first person who may"],
						["manager", "A manager"],
						["admin", "An admin"],
						...people.may.map(({ id, name, role }) => [id, `${name} (${role})`])
					]
				})
			}),
			a(Field, {
				label: "Comment",
				children: a("textarea", {
					class: "textarea",
					rows: 2,
					value: comment,
					onInput: (event) => setComment(event.currentTarget.value)
				})
			})
		]
	});
}
export { DecideDialog };
