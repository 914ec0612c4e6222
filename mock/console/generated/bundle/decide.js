import { I as workspaceId, b as Select, c as Dialog, ct as d, d as Field, o as Button, r as useControl, ut as $, z as a } from "./reads.js";
import { t as actControl } from "./acts.js";
// mock/console/screens/parts/decide.tsx
const verbs = {
	approved: "Approve",
	rejected: "Reject",
	objected: "Object"
};
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
	return /* @__PURE__ */ a("span", {
		class: "row",
		children: [
			/* @__PURE__ */ a(Button, {
				small,
				kind: small ? "" : "primary",
				icon: "check",
				onClick: () => setOutcome("approved"),
				children: "Approve"
			}),
			small ? null : /* @__PURE__ */ a($, { children: [/* @__PURE__ */ a(Button, {
				onClick: () => setOutcome("rejected"),
				children: "Reject"
			}), approval.kind === "workflow_gate" ? /* @__PURE__ */ a(Button, {
				onClick: () => setOutcome("objected"),
				children: "Object"
			}) : null] }),
			outcome ? /* @__PURE__ */ a(DecideDialog, {
				approval,
				first: outcome,
				onClose: () => setOutcome(void 0)
			}) : null
		]
	});
}
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
	return /* @__PURE__ */ a(Dialog, {
		title: approval.title,
		onClose,
		onSubmit: () => {
			onClose();
			decide(approval, outcome, by, comment);
		},
		footer: /* @__PURE__ */ a($, { children: [/* @__PURE__ */ a(Button, {
			type: "submit",
			kind: "primary",
			children: verbs[outcome]
		}), /* @__PURE__ */ a("span", {
			class: "muted small",
			children: "No key can do this; a person does it in the app."
		})] }),
		children: [
			approval.description ? /* @__PURE__ */ a("p", {
				class: "soft",
				children: approval.description
			}) : null,
			/* @__PURE__ */ a("div", {
				class: "segments",
				role: "group",
				"aria-label": "Decision",
				children: outcomes.map((one) => /* @__PURE__ */ a("button", {
					type: "button",
					"aria-pressed": one === outcome,
					onClick: () => setOutcome(one),
					children: verbs[one]
				}, one))
			}),
			/* @__PURE__ */ a(Field, {
				label: "Who decides",
				children: /* @__PURE__ */ a(Select, {
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
			/* @__PURE__ */ a(Field, {
				label: "Comment",
				children: /* @__PURE__ */ a("textarea", {
					class: "textarea",
					rows: 2,
					value: comment,
					onInput: (event) => setComment(event.currentTarget.value)
				})
			})
		]
	});
}
/** Who may decide, and who may not. */
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
