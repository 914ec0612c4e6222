import { $ as hrefHere, R as Icon, S as copy, W as control, _ as Panel, at as A, b as Select, c as Dialog, ct as d, d as Field, et as place, g as Page, h as Menu, m as Loaded, o as Button, p as Item, r as useControl, ut as $, v as Problem, z as a } from "./reads.js";
import { a as Id, n as Avatar } from "./values.js";
import { i as attempt, t as actControl } from "./acts.js";
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
	return /* @__PURE__ */ a(Page, {
		title: "People and keys",
		note: "A key acts in the name of its person, and reaches only its scopes.",
		actions: /* @__PURE__ */ a(Button, {
			kind: "primary",
			icon: "plus",
			onClick: () => setEditing("new"),
			children: "New key"
		}),
		children: [
			/* @__PURE__ */ a(Panel, {
				title: "Keys",
				flush: true,
				children: /* @__PURE__ */ a(Loaded, {
					read: keys,
					children: ({ data }) => /* @__PURE__ */ a("div", {
						class: "table-frame",
						children: /* @__PURE__ */ a("table", {
							class: "table",
							children: [/* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: "Key"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: "Secret"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: "Person"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: "Scopes"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: /* @__PURE__ */ a("span", {
										class: "only-read",
										children: "Actions"
									})
								})
							] }) }), /* @__PURE__ */ a("tbody", { children: data.map((key) => /* @__PURE__ */ a("tr", { children: [
								/* @__PURE__ */ a("td", {
									class: "nowrap",
									children: [
										/* @__PURE__ */ a("span", {
											class: key.revoked_at ? "muted" : "strong",
											children: key.name
										}),
										" ",
										key.revoked_at ? /* @__PURE__ */ a("span", {
											class: "tag red",
											children: "revoked"
										}) : null
									]
								}),
								/* @__PURE__ */ a("td", {
									class: "nowrap",
									children: /* @__PURE__ */ a(Button, {
										small: true,
										icon: "copy",
										onClick: () => void copy(key.secret, `The key ${key.name} was copied`),
										children: "Copy"
									})
								}),
								/* @__PURE__ */ a("td", {
									class: "nowrap",
									children: [
										key.person_name,
										" ",
										/* @__PURE__ */ a("span", {
											class: "muted small",
											children: key.role
										})
									]
								}),
								/* @__PURE__ */ a("td", {
									class: "wide cut muted",
									title: key.scopes.join(", "),
									children: key.scopes.length === scopes.length ? "all" : key.scopes.join(", ") || "none"
								}),
								/* @__PURE__ */ a("td", { children: /* @__PURE__ */ a("span", {
									class: "row",
									children: [/* @__PURE__ */ a("a", {
										class: "button small",
										href: hrefHere({ as: as === key.name ? null : key.name }),
										"aria-current": as === key.name ? "true" : void 0,
										children: [
											/* @__PURE__ */ a(Icon, { name: "eye" }),
											" ",
											as === key.name ? "Looking" : "Look as"
										]
									}), /* @__PURE__ */ a(Menu, {
										button: /* @__PURE__ */ a(Icon, { name: "more" }),
										label: `More about the key ${key.name}`,
										class: "quiet small icon",
										align: "end",
										children: (close) => /* @__PURE__ */ a($, { children: [/* @__PURE__ */ a(Item, {
											onClick: () => {
												close();
												setEditing(key);
											},
											children: "Change scopes"
										}), key.revoked_at ? /* @__PURE__ */ a(Item, {
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
										}) : /* @__PURE__ */ a(Item, {
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
			/* @__PURE__ */ a(Panel, {
				title: "People",
				flush: true,
				children: /* @__PURE__ */ a(Loaded, {
					read: people,
					children: ({ data }) => /* @__PURE__ */ a("div", {
						class: "table-frame",
						children: /* @__PURE__ */ a("table", {
							class: "table",
							children: [/* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: "Name"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: "Role"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: "Teams"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: "Email"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: "Id"
								})
							] }) }), /* @__PURE__ */ a("tbody", { children: data.map(({ id, name, role, email, team_ids, managed_team_ids }) => /* @__PURE__ */ a("tr", { children: [
								/* @__PURE__ */ a("td", {
									class: "nowrap",
									children: /* @__PURE__ */ a("span", {
										class: "row",
										children: [
											/* @__PURE__ */ a(Avatar, { name }),
											" ",
											/* @__PURE__ */ a("span", {
												class: "strong",
												children: name
											})
										]
									})
								}),
								/* @__PURE__ */ a("td", { children: role }),
								/* @__PURE__ */ a("td", {
									class: "nowrap",
									children: [team_ids.map((team) => teamName.get(team) ?? team).join(", "), managed_team_ids.length > 0 ? /* @__PURE__ */ a("span", {
										class: "muted small",
										children: [
											" ",
											"manages ",
											managed_team_ids.map((team) => teamName.get(team) ?? team).join(", ")
										]
									}) : null]
								}),
								/* @__PURE__ */ a("td", {
									class: "wide cut muted",
									children: email
								}),
								/* @__PURE__ */ a("td", { children: /* @__PURE__ */ a(Id, { id }) })
							] }, id)) })]
						})
					})
				})
			}),
			editing ? /* @__PURE__ */ a(KeyForm, {
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
	return /* @__PURE__ */ a(Dialog, {
		title: known ? `Scopes of ${known.name}` : "New key",
		onClose,
		onSubmit: () => void save(),
		footer: /* @__PURE__ */ a(Button, {
			type: "submit",
			kind: "primary",
			children: known ? "Save" : "Create"
		}),
		children: [
			known ? null : /* @__PURE__ */ a("div", {
				class: "fields",
				children: [/* @__PURE__ */ a(Field, {
					label: "Name (optional)",
					children: /* @__PURE__ */ a("input", {
						class: "input",
						pattern: "[A-Za-z0-9][A-Za-z0-9._\\-]{0,59}",
						value: name,
						onInput: (event) => setName(event.currentTarget.value)
					})
				}), /* @__PURE__ */ a(Field, {
					label: "Person",
					children: /* @__PURE__ */ a(Select, {
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
			/* @__PURE__ */ a("fieldset", {
				class: "scope-list",
				children: [/* @__PURE__ */ a("legend", {
					class: "only-read",
					children: "Scopes"
				}), scopes.map((scope) => /* @__PURE__ */ a("label", {
					class: "check mono",
					children: [/* @__PURE__ */ a("input", {
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
			error ? /* @__PURE__ */ a(Problem, { error }) : null
		]
	});
}
export { People as default };
