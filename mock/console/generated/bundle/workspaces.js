import { $ as hrefHere, Q as href, R as Icon, V as askControl, Z as go, _ as Panel, at as A, et as place, g as Page, h as Menu, m as Loaded, o as Button, p as Item, r as useControl, ut as $, w as say, z as a } from "./reads.js";
import { t as Lines } from "./lines.js";
import { s as Time } from "./values.js";
import { o as sayRefused } from "./acts.js";
import { l as openNewWorkspace } from "./app.js";
// mock/console/screens/workspaces.tsx
function Workspaces() {
	const read = useControl("listWorkspaces", {}, ["workspaces"]);
	const text = place.value.query.get("text") ?? "";
	A(() => {
		document.title = "Workspaces · Agent Work mock";
	}, []);
	return /* @__PURE__ */ a(Page, {
		title: "Workspaces",
		note: "Each is a tenant of its own: people, keys, data, clock, journal and faults are shared with no other.",
		actions: /* @__PURE__ */ a(Button, {
			kind: "primary",
			icon: "plus",
			onClick: () => openNewWorkspace(),
			children: "New workspace"
		}),
		children: [/* @__PURE__ */ a("search", {
			class: "row filters",
			children: /* @__PURE__ */ a("input", {
				class: "input filter-text",
				"data-filter": true,
				type: "search",
				placeholder: "Find a workspace",
				"aria-label": "Find a workspace",
				value: text,
				onInput: (event) => go(hrefHere({ text: event.currentTarget.value || null }), true)
			})
		}), /* @__PURE__ */ a(Panel, {
			flush: true,
			label: "Workspaces",
			children: /* @__PURE__ */ a(Loaded, {
				read,
				children: ({ data }) => {
					const fitting = data.filter(({ id, name, from }) => `${id} ${name} ${from}`.toLowerCase().includes(text.toLowerCase()));
					return /* @__PURE__ */ a(Lines, {
						label: "Workspaces",
						count: fitting.length,
						columns: [
							["Id"],
							["Name"],
							["Made from"],
							["Its time", "right"],
							["", "right over"]
						],
						template: "minmax(90px,1fr) minmax(0,1.5fr) minmax(0,1fr) 120px 34px",
						line: (index) => {
							const one = fitting[index];
							if (!one) return void 0;
							const { id, name, from, now } = one;
							return {
								href: href([id], { as: null }),
								cells: [
									/* @__PURE__ */ a("span", {
										class: "strong",
										children: id
									}, "id"),
									name === id ? "" : name,
									from === id ? "–" : from,
									/* @__PURE__ */ a(Time, { at: now }, "now"),
									/* @__PURE__ */ a(Actions, { id }, "actions")
								]
							};
						}
					});
				}
			})
		})]
	});
}
function Actions({ id }) {
	const stays = id === "demo" || id === "second-tenant";
	return /* @__PURE__ */ a(Menu, {
		button: /* @__PURE__ */ a(Icon, { name: "more" }),
		label: `More about ${id}`,
		class: "quiet small icon",
		align: "end",
		children: (close) => /* @__PURE__ */ a($, { children: [
			/* @__PURE__ */ a(Item, {
				onClick: () => {
					close();
					openNewWorkspace(id);
				},
				children: "Fork"
			}),
			/* @__PURE__ */ a(Item, {
				danger: true,
				onClick: () => {
					close();
					if (confirm(`Take ${id} back to its beginning?`)) act(() => askControl("resetWorkspace", { path: { workspace_id: id } }), `${id} is as it was at its beginning`);
				},
				children: "Reset"
			}),
			stays ? null : /* @__PURE__ */ a(Item, {
				danger: true,
				onClick: () => {
					close();
					if (confirm(`Delete ${id}? Its keys are unknown from then on. This cannot be undone.`)) act(() => askControl("deleteWorkspace", { path: { workspace_id: id } }), `${id} is gone`);
				},
				children: "Delete"
			})
		] })
	});
}
async function act(call, said) {
	try {
		await call();
		say(said);
	} catch (error) {
		sayRefused(error);
	}
}
export { Workspaces as default };
