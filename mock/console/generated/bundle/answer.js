import { G as service, I as a, N as workspaceId, at as d, g as Select, m as Problem, n as Button, s as Field } from "./parts.js";
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
	return a("form", {
		class: "answer",
		onSubmit: (event) => {
			event.preventDefault();
			send();
		},
		children: [
			a("p", {
				class: "question",
				children: question.prompt
			}),
			question.kind === "text" ? a(Field, {
				label: "Answer",
				children: a("textarea", {
					class: "textarea",
					rows: 2,
					required: true,
					value: answer,
					onInput: (event) => setAnswer(event.currentTarget.value)
				})
			}) : a("div", {
				class: "fields",
				children: question.fields.map((field) => a(Field, {
					label: `${field.label}${field.required ? "" : " (optional)"}`,
					children: a(Control, {
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
			error ? a(Problem, { error }) : null,
			a("div", {
				class: "row wrap",
				children: [
					a(Button, {
						type: "submit",
						kind: "primary",
						icon: "send",
						children: "Answer"
					}),
					a("span", {
						class: "muted",
						children: "as"
					}),
					a("span", {
						class: "key-select",
						children: a(KeySelect, {
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
		return a(Select, {
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
	if (field.type === "number") return a("input", {
		type: "number",
		step: "any",
		...common
	});
	return field.type === "date" ? a("input", {
		type: "date",
		...common
	}) : a("input", {
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
