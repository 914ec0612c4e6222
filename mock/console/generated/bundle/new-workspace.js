import { B as bodyOf, I as a, J as go, U as make, V as control, Y as href, at as d, b as say, g as Select, i as Dialog, m as Problem, n as Button, s as Field } from "./parts.js";
import { c as newWorkspace, o as useControl } from "./app.js";
import { AsCode } from "./code-view.js";
// mock/console/shell/new-workspace.tsx
function NewWorkspaceDialog() {
	const first = newWorkspace.value;
	return first ? a(Form, {
		from: first.from,
		answers: first.answers
	}) : null;
}
function Form({ from: firstFrom, answers }) {
	const [from, setFrom] = d(firstFrom);
	const [name, setName] = d("");
	const [seed, setSeed] = d("");
	const [clock, setClock] = d("");
	const [error, setError] = d();
	const others = useControl("listWorkspaces", {}, []);
	const close = () => {
		newWorkspace.value = null;
	};
	const body = {
		from,
		...name ? { name } : {},
		...seed ? { seed } : {},
		...Object.keys(answers).length > 0 ? { profile: { ...answers } } : {},
		...clock === "" ? {} : { clock: clock === "x60" ? {
			mode: "scaled",
			factor: 60
		} : { mode: clock } }
	};
	const call = control("createWorkspace", { body });
	const create = async () => {
		setError(void 0);
		try {
			const { id } = await make(call).then(bodyOf);
			close();
			say(`${id} is ready, with keys of its own`, { call });
			go(href([id], { as: null }));
		} catch (error) {
			setError(error);
		}
	};
	return a(Dialog, {
		title: "New workspace",
		onClose: close,
		onSubmit: () => void create(),
		footer: a(Button, {
			type: "submit",
			kind: "primary",
			children: "Create"
		}),
		children: [
			a(Field, {
				label: "What is in it",
				children: a(Select, {
					value: from,
					onChange: setFrom,
					options: [
						["demo", "Demo: a company with ninety days of history"],
						["quiet", "Quiet: the same people and agents, before anything has happened"],
						["empty", "Empty: people, keys, models and a plan"],
						...(others.data?.data ?? []).filter(({ id }) => id !== "demo").map(({ id, name }) => [id, `As ${id} is now${name === id ? "" : ` (${name})`}`])
					]
				})
			}),
			a("div", {
				class: "fields",
				children: [
					a(Field, {
						label: "Name (optional)",
						children: a("input", {
							class: "input",
							maxLength: 100,
							value: name,
							onInput: (event) => setName(event.currentTarget.value)
						})
					}),
					a(Field, {
						label: "Clock",
						children: a(Select, {
							value: clock,
							onChange: setClock,
							options: [
								["", "As the mock’s"],
								["real", "Real"],
								["x60", "A minute each second"],
								["frozen", "Frozen"]
							]
						})
					}),
					a(Field, {
						label: "Seed (optional)",
						hint: "The same seed, clock and requests give the same bytes.",
						children: a("input", {
							class: "input mono",
							value: seed,
							onInput: (event) => setSeed(event.currentTarget.value)
						})
					})
				]
			}),
			Object.entries(answers).map(([gap, answer]) => a("p", {
				class: "soft",
				children: [
					"It answers ",
					a("code", { children: gap }),
					" with ",
					a("code", { children: answer }),
					"."
				]
			}, gap)),
			error ? a(Problem, { error }) : null,
			a("details", { children: [a("summary", {
				class: "muted small",
				children: "As code"
			}), a(AsCode, { call })] })
		]
	});
}
export { NewWorkspaceDialog };
