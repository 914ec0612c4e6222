import { I as a, J as go, V as control, Y as href, a as Empty, at as d, f as Page, h as Segments, n as Button, nt as A, p as Panel, s as Field, st as $, u as Loaded } from "./parts.js";
import { i as attempt, t as actControl } from "./acts.js";
import { o as useControl } from "./app.js";
// mock/console/screens/world.tsx
const KINDS = [
	"people",
	"teams",
	"keys",
	"agents",
	"workflows",
	"boards",
	"projects",
	"tasks",
	"knowledge",
	"documents",
	"models",
	"clients"
];
function World({ path }) {
	const [ws = "", , wanted = "agents", handle] = path;
	const kind = KINDS.find((each) => each === wanted) ?? "agents";
	const entries = useControl("listEntries", { path: {
		workspace_id: ws,
		kind
	} }, ["control", "*"]);
	A(() => {
		document.title = "World · Agent Work mock";
	}, []);
	return a(Page, {
		title: "World",
		note: "What there is, as a world file declares it. A change is checked like the file, and done as a whole or not at all.",
		children: [a(Segments, {
			label: "Kind",
			current: kind,
			options: KINDS.map((id) => ({
				id,
				text: id,
				href: href([
					ws,
					"world",
					id
				])
			}))
		}), a(Loaded, {
			read: entries,
			children: ({ data }) => {
				const open = data.find((entry) => entry.handle === handle);
				return a($, { children: [a(Panel, {
					title: `${data.length} ${kind}`,
					children: [data.length === 0 ? a(Empty, { title: "There are none yet." }) : null, a("p", {
						class: "row wrap",
						children: data.map((entry) => a("a", {
							class: "button small",
							href: href([
								ws,
								"world",
								kind,
								entry.handle
							]),
							"aria-current": entry.handle === handle ? "true" : void 0,
							children: entry.handle
						}, entry.handle))
					})]
				}), a(Editor, {
					ws,
					kind,
					handle: open?.handle,
					entry: open?.entry ?? {}
				}, `${kind}/${open?.handle ?? ""}`)] });
			}
		})]
	});
}
function Editor({ ws, kind, handle, entry }) {
	const [name, setName] = d("");
	const [text, setText] = d(JSON.stringify(entry, null, 2));
	const [problem, setProblem] = d("");
	const target = handle ?? name.trim();
	const pathOf = {
		workspace_id: ws,
		kind,
		handle: target
	};
	async function save() {
		try {
			const body = JSON.parse(text);
			const call = control("putEntry", {
				path: pathOf,
				body
			});
			await attempt(call, { said: `Saved ${kind}.${target}` });
			setProblem("");
			go(href([
				ws,
				"world",
				kind,
				target
			]));
		} catch (error) {
			setProblem(error instanceof Error ? error.message : String(error));
		}
	}
	async function remove() {
		const said = `Deleted ${kind}.${target}`;
		await actControl("deleteEntry", {
			path: pathOf,
			query: { force: false }
		}, { said });
		go(href([
			ws,
			"world",
			kind
		]));
	}
	return a(Panel, {
		title: handle ?? `Add to ${kind}`,
		children: a("form", {
			class: "stack",
			onSubmit: (event) => {
				event.preventDefault();
				save();
			},
			children: [
				handle === void 0 ? a(Field, {
					label: "Handle",
					hint: "The name under which others find it, such as quote-writer.",
					children: a("input", {
						class: "input",
						value: name,
						required: true,
						onInput: (event) => setName(event.currentTarget.value)
					})
				}) : null,
				a(Field, {
					label: "Entry",
					hint: "As in a world file, in JSON. What is left out gets its default.",
					children: a("textarea", {
						class: "textarea mono",
						rows: Math.min(24, Math.max(8, text.split("\n").length + 1)),
						spellcheck: false,
						value: text,
						onInput: (event) => setText(event.currentTarget.value)
					})
				}),
				problem ? a("p", {
					role: "alert",
					class: "refused",
					children: problem
				}) : null,
				a("p", { children: [
					a(Button, {
						kind: "primary",
						type: "submit",
						children: "Save"
					}),
					" ",
					handle === void 0 ? null : a(Button, {
						kind: "danger",
						onClick: () => void remove(),
						children: "Delete"
					})
				] })
			]
		})
	});
}
export { World as default };
