import { F as Icon, I as a, V as control, X as hrefHere, Z as place, at as d, d as Menu, f as Page, g as Select, i as Dialog, l as Item, m as Problem, n as Button, nt as A, p as Panel, s as Field, st as $, u as Loaded, v as copy } from "./parts.js";
import { a as Id, n as Avatar } from "./values.js";
import { i as attempt, t as actControl } from "./acts.js";
import { o as useControl } from "./app.js";
// mock/console/screens/people.tsx
const scopes = [
	"agents:read",
	"agents:run",
	"tasks:read",
	"tasks:write",
	"runs:read",
	"approvals:read",
	"analytics:read",
	"workflows:read",
	"workflows:run",
	"chat:read",
	"chat:write",
	"knowledge:read",
	"agency-usage:read"
];
function People({ path }) {
	const ws = path[0];
	const where = { workspace_id: ws };
	const keys = useControl("listKeys", { path: where }, [
		"keys",
		"control",
		"*"
	]);
	const people = useControl("listPeople", { path: where }, [
		"people",
		"control",
		"*"
	]);
	const workspace = useControl("readWorkspace", { path: where }, ["*"]);
	const [editing, setEditing] = d();
	A(() => {
		document.title = "People and keys · Agent Work mock";
	}, []);
	const teamName = new Map(Object.entries(workspace.data?.roles.teams ?? {}).map(([handle, id]) => [id, titled(handle.replace(/^team-/, ""))]));
	const as = place.value.query.get("as");
	return a(Page, {
		title: "People and keys",
		note: "A key acts in the name of its person, and reaches only its scopes.",
		actions: a(Button, {
			kind: "primary",
			icon: "plus",
			onClick: () => setEditing("new"),
			children: "New key"
		}),
		children: [
			a(Panel, {
				title: "Keys",
				flush: true,
				children: a(Loaded, {
					read: keys,
					children: ({ data }) => a("div", {
						class: "table-frame",
						children: a("table", {
							class: "table",
							children: [a("thead", { children: a("tr", { children: [
								a("th", {
									scope: "col",
									children: "Key"
								}),
								a("th", {
									scope: "col",
									children: "Secret"
								}),
								a("th", {
									scope: "col",
									children: "Person"
								}),
								a("th", {
									scope: "col",
									children: "Scopes"
								}),
								a("th", {
									scope: "col",
									children: a("span", {
										class: "only-read",
										children: "Actions"
									})
								})
							] }) }), a("tbody", { children: data.map((key) => a("tr", { children: [
								a("td", {
									class: "nowrap",
									children: [
										a("span", {
											class: key.revoked_at ? "muted" : "strong",
											children: key.name
										}),
										" ",
										key.revoked_at ? a("span", {
											class: "tag red",
											children: "revoked"
										}) : null
									]
								}),
								a("td", {
									class: "nowrap",
									children: a(Button, {
										small: true,
										icon: "copy",
										onClick: () => void copy(key.secret, `The key ${key.name} was copied`),
										children: "Copy"
									})
								}),
								a("td", {
									class: "nowrap",
									children: [
										key.person_name,
										" ",
										a("span", {
											class: "muted small",
											children: key.role
										})
									]
								}),
								a("td", {
									class: "wide cut muted",
									title: key.scopes.join(", "),
									children: key.scopes.length === scopes.length ? "all" : key.scopes.join(", ") || "none"
								}),
								a("td", { children: a("span", {
									class: "row",
									children: [a("a", {
										class: "button small",
										href: hrefHere({ as: as === key.name ? null : key.name }),
										"aria-current": as === key.name ? "true" : void 0,
										children: [
											a(Icon, { name: "eye" }),
											" ",
											as === key.name ? "Looking" : "Look as"
										]
									}), a(Menu, {
										button: a(Icon, { name: "more" }),
										label: `More about the key ${key.name}`,
										class: "quiet small icon",
										align: "end",
										children: (close) => a($, { children: [a(Item, {
											onClick: () => {
												close();
												setEditing(key);
											},
											children: "Change scopes"
										}), key.revoked_at ? a(Item, {
											onClick: () => {
												close();
												actControl("changeKey", {
													path: {
														...where,
														key_id: key.id
													},
													body: { revoked_at: null }
												}, { said: `${key.name} works again` });
											},
											children: "Restore"
										}) : a(Item, {
											danger: true,
											onClick: () => {
												close();
												actControl("changeKey", {
													path: {
														...where,
														key_id: key.id
													},
													body: { revoked_at: "now" }
												}, { said: `${key.name} is revoked` });
											},
											children: "Revoke"
										})] })
									})]
								}) })
							] }, key.id)) })]
						})
					})
				})
			}),
			a(Panel, {
				title: "People",
				flush: true,
				children: a(Loaded, {
					read: people,
					children: ({ data }) => a("div", {
						class: "table-frame",
						children: a("table", {
							class: "table",
							children: [a("thead", { children: a("tr", { children: [
								a("th", {
									scope: "col",
									children: "Name"
								}),
								a("th", {
									scope: "col",
									children: "Role"
								}),
								a("th", {
									scope: "col",
									children: "Teams"
								}),
								a("th", {
									scope: "col",
									children: "Email"
								}),
								a("th", {
									scope: "col",
									children: "Id"
								})
							] }) }), a("tbody", { children: data.map(({ id, name, role, email, team_ids, managed_team_ids }) => a("tr", { children: [
								a("td", {
									class: "nowrap",
									children: a("span", {
										class: "row",
										children: [
											a(Avatar, { name }),
											" ",
											a("span", {
												class: "strong",
												children: name
											})
										]
									})
								}),
								a("td", { children: role }),
								a("td", {
									class: "nowrap",
									children: [team_ids.map((team) => teamName.get(team) ?? team).join(", "), managed_team_ids.length > 0 ? a("span", {
										class: "muted small",
										children: [
											" ",
											"manages ",
											managed_team_ids.map((team) => teamName.get(team) ?? team).join(", ")
										]
									}) : null]
								}),
								a("td", {
									class: "wide cut muted",
									children: email
								}),
								a("td", { children: a(Id, { id }) })
							] }, id)) })]
						})
					})
				})
			}),
			editing ? a(KeyForm, {
				ws,
				known: editing === "new" ? void 0 : editing,
				people: people.data?.data ?? [],
				onClose: () => setEditing(void 0)
			}) : null
		]
	});
}
function titled(handle) {
	return handle.replace(/(^|-)(\w)/g, (_, dash, letter) => (dash ? " " : "") + letter.toUpperCase());
}
function KeyForm({ ws, known, people, onClose }) {
	const [name, setName] = d("");
	const [person, setPerson] = d("member");
	const [chosen, setChosen] = d(new Set(known?.scopes ?? scopes));
	const [error, setError] = d();
	const list = scopes.filter((scope) => chosen.has(scope));
	const save = async () => {
		try {
			const call = known ? control("changeKey", {
				path: {
					workspace_id: ws,
					key_id: known.id
				},
				body: { scopes: list }
			}) : control("createKey", {
				path: { workspace_id: ws },
				body: {
					...name ? { name } : {},
					person,
					scopes: list
				}
			});
			await attempt(call, { said: (key) => known ? `${key.name} has other scopes` : `${key.name} works from now on` });
			onClose();
		} catch (error) {
			setError(error);
		}
	};
	return a(Dialog, {
		title: known ? `Scopes of ${known.name}` : "New key",
		onClose,
		onSubmit: () => void save(),
		footer: a(Button, {
			type: "submit",
			kind: "primary",
			children: known ? "Save" : "Create"
		}),
		children: [
			known ? null : a("div", {
				class: "fields",
				children: [a(Field, {
					label: "Name (optional)",
					children: a("input", {
						class: "input",
						pattern: "[A-Za-z0-9][A-Za-z0-9._\\-]{0,59}",
						value: name,
						onInput: (event) => setName(event.currentTarget.value)
					})
				}), a(Field, {
					label: "Person",
					children: a(Select, {
						value: person,
						onChange: setPerson,
						options: [
							["member", "A member"],
							["manager", "A manager"],
							["admin", "An admin"],
							...people.map(({ id, name, role }) => [id, `${name} (${role})`])
						]
					})
				})]
			}),
			a("fieldset", {
				class: "scope-list",
				children: [a("legend", {
					class: "only-read",
					children: "Scopes"
				}), scopes.map((scope) => a("label", {
					class: "check mono",
					children: [a("input", {
						type: "checkbox",
						checked: chosen.has(scope),
						onChange: (event) => {
							const next = new Set(chosen);
							if (event.currentTarget.checked) next.add(scope);
							else next.delete(scope);
							setChosen(next);
						}
					}), scope]
				}, scope))]
			}),
			error ? a(Problem, { error }) : null
		]
	});
}
export { People as default };
