import { $ as mockRoot, F as Icon, I as a, M as version, N as workspaceId, S as connection, X as hrefHere, Y as href, Z as place, at as d, j as unknownKeys, l as Item, n as Button, st as $, u as Loaded } from "./parts.js";
import { g as zone, h as singleKeys, m as scheme, t as Ago } from "./values.js";
import { c as undo, o as lastUndo } from "./acts.js";
import { l as openNewWorkspace, n as screens, o as useControl, u as isHelpOpen } from "./app.js";
// mock/console/shell/top-menus.tsx
function WorkspaceItems({ close }) {
	const read = useControl("listWorkspaces", {}, ["workspaces"]);
	const [text, setText] = d("");
	const screen = place.value.path[1];
	return a($, { children: [
		a(Loaded, {
			read,
			children: ({ data }) => {
				const fitting = data.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(text.toLowerCase()));
				return a($, { children: [
					data.length > 8 ? a("input", {
						class: "input",
						placeholder: "Find a workspace",
						"aria-label": "Find a workspace",
						value: text,
						onInput: (event) => setText(event.currentTarget.value)
					}) : null,
					fitting.slice(0, 30).map(({ id, name, from }) => a(Item, {
						href: href([id, screen ?? ""].filter(Boolean), { as: null }),
						selected: id === workspaceId.value,
						onClick: close,
						children: [a("span", {
							class: "grow cut",
							children: [
								a("span", {
									class: "strong",
									children: id
								}),
								" ",
								name === id ? "" : a("span", {
									class: "muted",
									children: name
								})
							]
						}), a("span", {
							class: "muted small",
							children: from === id ? "" : `from ${from}`
						})]
					}, id)),
					fitting.length > 30 ? a("p", {
						class: "muted small menu-note",
						children: [
							"and ",
							fitting.length - 30,
							" more"
						]
					}) : null
				] });
			}
		}),
		a("hr", {}),
		a(Item, {
			onClick: () => {
				close();
				openNewWorkspace();
			},
			children: [a(Icon, { name: "plus" }), " New workspace"]
		}),
		a(Item, {
			href: href(["workspaces"], { as: null }),
			onClick: close,
			children: [a(Icon, { name: "workspaces" }), " All workspaces"]
		})
	] });
}
function AsItems({ close }) {
	const id = workspaceId.value;
	const as = place.value.query.get("as");
	const read = useControl("listKeys", { path: { workspace_id: id } }, [
		"keys",
		"people",
		"control"
	]);
	return a($, { children: [
		a("h3", { children: "Look, and act, as" }),
		a(Item, {
			href: hrefHere({ as: null }),
			selected: as === null,
			onClick: close,
			children: [a("span", {
				class: "grow",
				children: "Everyone"
			}), a("span", {
				class: "muted small",
				children: "sees all; acts as admin"
			})]
		}),
		a(Loaded, {
			read,
			children: ({ data }) => a($, { children: data.map(({ name, person_name, role, revoked_at }) => a(Item, {
				href: hrefHere({ as: name }),
				selected: as === name,
				onClick: close,
				children: [a("span", {
					class: "grow",
					children: name
				}), a("span", {
					class: "muted small",
					children: [
						person_name,
						", ",
						revoked_at === null ? role : "revoked"
					]
				})]
			}, name)) })
		})
	] });
}
function UndoPreview({ close }) {
	const [last, setLast] = d("loading");
	const load = () => void lastUndo().then(setLast, () => setLast(void 0));
	if (last === "loading") load();
	if (last === "loading") return a("p", {
		class: "menu-note muted",
		children: "…"
	});
	if (!last) return a("p", {
		class: "menu-note soft",
		children: "Nothing to undo. The console takes a snapshot before each change that it makes; Ctrl Z goes back to it."
	});
	const { snapshot, clients, more } = last;
	return a("div", {
		class: "stack menu-note",
		children: [a("p", { children: [
			a("span", {
				class: "strong",
				children: snapshot.name
			}),
			a("br", {}),
			a("span", {
				class: "muted",
				children: [a(Ago, { at: snapshot.at }), clients > 0 ? `; also takes back ${clients} ${clients === 1 ? "call" : "calls"} of your client, and ends its open streams` : ""]
			})
		] }), a("div", {
			class: "row between",
			children: [a(Button, {
				kind: "primary",
				icon: "undo",
				onClick: () => void undo().then(() => setLast("loading")),
				children: "Undo"
			}), a("a", {
				href: href([workspaceId.value, "snapshots"]),
				onClick: close,
				class: "small",
				children: more > 0 ? `${more} more` : "Snapshots"
			})]
		})]
	});
}
function MoreItems({ close }) {
	const { state } = connection.value;
	return a($, { children: [
		a("p", {
			class: "menu-note muted small",
			children: [
				state === "live" ? "Live" : state === "lost" ? "Not live" : "Connecting",
				" · mock ",
				version.value
			]
		}),
		a("div", {
			class: "phone-screens",
			children: [screens.filter(({ group }) => group !== null).map((screen) => a(Item, {
				href: href([workspaceId.value ?? "demo", screen.id].filter(Boolean)),
				onClick: close,
				children: [
					a(Icon, { name: screen.icon }),
					" ",
					screen.name
				]
			}, screen.id)), a("hr", {})]
		}),
		unknownKeys.value > 0 ? a(Item, {
			href: href(["unmatched"], { as: null }),
			onClick: close,
			children: [
				unknownKeys.value,
				" ",
				unknownKeys.value === 1 ? "request" : "requests",
				" with an unknown key"
			]
		}) : null,
		a("h3", { children: "Appearance" }),
		a(Choices, {
			value: scheme.value,
			options: [
				"system",
				"light",
				"dark"
			],
			onChange: (value) => {
				scheme.value = value;
			},
			label: "Appearance"
		}),
		a("h3", { children: "Times" }),
		a(Choices, {
			value: zone.value,
			options: ["local", "utc"],
			onChange: (value) => {
				zone.value = value;
			},
			label: "Times"
		}),
		a("h3", { children: "Single-key shortcuts" }),
		a(Choices, {
			value: singleKeys.value,
			options: ["on", "off"],
			onChange: (value) => {
				singleKeys.value = value;
			},
			label: "Single-key shortcuts"
		}),
		a("hr", {}),
		a(Item, {
			onClick: () => {
				close();
				isHelpOpen.value = true;
			},
			children: [a("span", {
				class: "grow",
				children: "Keyboard shortcuts"
			}), a("kbd", { children: "?" })]
		}),
		a("a", {
			class: "item",
			href: new URL("_mock/reference", mockRoot).href,
			target: "_blank",
			rel: "noreferrer",
			children: "Reference of the service"
		}),
		a("a", {
			class: "item",
			href: new URL("_mock/reference/control", mockRoot).href,
			target: "_blank",
			rel: "noreferrer",
			children: "Reference of the control API"
		})
	] });
}
function Choices({ value, options, onChange, label }) {
	return a("div", {
		class: "segments menu-choices",
		role: "group",
		"aria-label": label,
		children: options.map((option) => a("button", {
			type: "button",
			"aria-pressed": option === value,
			onClick: () => onChange(option),
			children: option
		}, option))
	});
}
export { AsItems, MoreItems, UndoPreview, WorkspaceItems };
