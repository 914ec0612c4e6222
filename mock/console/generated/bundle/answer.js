import { I as workspaceId, J as service, b as Select, ct as d, d as Field, o as Button, v as Problem, z as a } from "./reads.js";
import { i as attempt, r as actor } from "./acts.js";
import { t as KeySelect } from "./key-select.js";
// mock/console/screens/parts/answer.tsx
function AnswerForm({ runId, agentId, question }) {
	const [answer, setAnswer] = d("");
	const [values, setValues] = d({});
	const [key, setKey] = d(actor());
	const [error, setError] = d();
	const body = question.kind === "text" ? { answer } : question.kind === "fields" ? { values: Object.fromEntries(question.fields.map((field) => [field.name, typedValue(field, values[field.name])]).filter(([, value]) => value !== void 0)) } : { decisions: question.fields.map((field) => ({
		name: field.name,
		decision: values[field.name] ?? field.options?.[0] ?? "approve"
	})) };
	const send = async () => {
		setError(void 0);
		const call = service("respondToRun", {
			path: {
				agent_id: agentId,
				run_id: runId
			},
			body
		}, `${workspaceId.value}/${key}`);
		await attempt(call, { said: "Answered; the run goes on" }).catch(setError);
	};
	return /* @__PURE__ */ a("form", {
		class: "answer",
		onSubmit: (event) => {
			event.preventDefault();
			send();
		},
		children: [
			/* @__PURE__ */ a("p", {
				class: "question",
				children: question.prompt
			}),
			question.kind === "text" ? /* @__PURE__ */ a(Field, {
				label: "Answer",
				children: /* @__PURE__ */ a("textarea", {
					class: "textarea",
					rows: 2,
					required: true,
					value: answer,
					onInput: (event) => setAnswer(event.currentTarget.value)
				})
			}) : /* @__PURE__ */ a("div", {
				class: "fields",
				children: question.fields.map((field) => /* @__PURE__ */ a(Field, {
					label: `${field.label}${field.required ? "" : " (optional)"}`,
					children: /* @__PURE__ */ a(Control, {
						field,
						isDecision: question.kind === "decisions",
						value: values[field.name] ?? "",
						onChange: (value) => setValues({
							...values,
							[field.name]: value
						})
					})
				}, field.name))
			}),
			error ? /* @__PURE__ */ a(Problem, { error }) : null,
			/* @__PURE__ */ a("div", {
				class: "row wrap",
				children: [
					/* @__PURE__ */ a(Button, {
						type: "submit",
						kind: "primary",
						icon: "send",
						children: "Answer"
					}),
					/* @__PURE__ */ a("span", {
						class: "muted",
						children: "as"
					}),
					/* @__PURE__ */ a("span", {
						class: "key-select",
						children: /* @__PURE__ */ a(KeySelect, {
							value: key,
							onChange: setKey,
							label: "Answer as",
							scope: "agents:run"
						})
					})
				]
			})
		]
	});
}
function Control({ field, value, onChange, isDecision }) {
	const options = field.options ?? (isDecision ? ["approve", "reject"] : field.type === "boolean" ? ["true", "false"] : void 0);
	if (options) {
		const first = isDecision ? [] : [["", "–"]];
		return /* @__PURE__ */ a(Select, {
			value: value || (isDecision ? options[0] : ""),
			onChange,
			options: [...first, ...options.map((one) => [one, one])]
		});
	}
	const common = {
		class: "input",
		required: field.required,
		value,
		onInput: (event) => onChange(event.currentTarget.value)
	};
	if (field.type === "number") return /* @__PURE__ */ a("input", {
		type: "number",
		step: "any",
		...common
	});
	return field.type === "date" ? /* @__PURE__ */ a("input", {
		type: "date",
		...common
	}) : /* @__PURE__ */ a("input", {
		type: "text",
		...common
	});
}
function typedValue({ type }, text) {
	if (text === void 0 || text === "") return void 0;
	if (type === "number") return Number(text);
	return type === "boolean" ? text === "true" : text;
}
export { AnswerForm as t };
