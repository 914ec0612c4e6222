import { F as Icon, I as a, J as go, R as askControl, X as hrefHere, Y as href, Z as place, b as say, d as Menu, f as Page, l as Item, n as Button, nt as A, p as Panel, st as $, u as Loaded } from "./parts.js";
import { t as Lines } from "./lines.js";
import { s as Time } from "./values.js";
import { s as sayRefused } from "./acts.js";
import { l as openNewWorkspace, o as useControl } from "./app.js";
// mock/console/screens/workspaces.tsx
function Workspaces() {
	const read = useControl("listWorkspaces", {}, ["workspaces"]);
	const text = place.value.query.get("text") ?? "";
	A(() => {
		document.title = "Workspaces · Agent Work mock";
	}, []);
	return a(Page, {
		title: "Workspaces",
		note: "Each is a tenant of its own: people, keys, data, clock, journal and faults are shared with no other.",
		actions: a(Button, {
			kind: "primary",
			icon: "plus",
			onClick: () => openNewWorkspace(),
			children: "New workspace"
		}),
		children: [a("search", {
			class: "row filters",
			children: a("input", {
				class: "input filter-text",
				"data-filter": true,
				type: "search",
				placeholder: "Find a workspace",
				"aria-label": "Find a workspace",
				value: text,
				onInput: (event) => go(hrefHere({ text: event.currentTarget.value || null }), true)
			})
		}), a(Panel, {
			flush: true,
			label: "Workspaces",
			children: a(Loaded, {
				read,
				children: ({ data }) => {
					const fitting = data.filter(({ id, name, from }) => `${id} ${name} ${from}`.toLowerCase().includes(text.toLowerCase()));
					return a(Lines, {
						label: "Workspaces",
						count: fitting.length,
						columns: [
							["Id"],
							["Name"],
							["Made from"],
							["Its time", "right"],
							["Actions", "right over"]
						],
						template: "var(--workspace-columns)",
						line: (index) => {
							const one = fitting[index];
							if (!one) return void 0;
							const { id, name, from, now } = one;
							return {
								href: href([id], { as: null }),
								cells: [
									a("span", {
										class: "strong",
										children: id
									}, "id"),
									name === id ? "" : name,
									from === id ? "–" : from,
									a(Time, { at: now }, "now"),
									a(Actions, { id }, "actions")
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
	return a(Menu, {
		button: a(Icon, { name: "more" }),
		label: `More about ${id}`,
		class: "quiet small icon",
		align: "end",
		children: (close) => a($, { children: [
			a(Item, {
				onClick: () => {
					close();
					openNewWorkspace(id);
				},
				children: "Fork"
			}),
			a(Item, {
				danger: true,
				onClick: () => {
					close();
					if (confirm(`Take ${id} back to its beginning?`)) act(() => askControl("resetWorkspace", { path: { workspace_id: id } }), `${id} is as it was at its beginning`);
				},
				children: "Reset"
			}),
			stays ? null : a(Item, {
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
