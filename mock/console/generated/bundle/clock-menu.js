import { F as Icon, I as a, N as workspaceId, P as workspaces, at as d, l as Item, n as Button, st as $, u as Loaded } from "./parts.js";
import { s as Time } from "./values.js";
import { t as actControl } from "./acts.js";
import { o as useControl, r as letPass } from "./app.js";
// mock/console/shell/clock-menu.tsx
function ClockMenu({ close }) {
	const workspace_id = workspaceId.value;
	const clock = workspaces.value[workspace_id]?.clock;
	const [text, setText] = d("");
	const path = { workspace_id };
	const setMode = (mode, factor) => actControl("setClock", {
		path,
		body: {
			mode,
			...factor ? { factor } : {}
		}
	}, { said: mode === "frozen" ? "The clock stands still" : mode === "real" ? "The clock runs as real time does" : `A minute passes each second` });
	const agenda = useControl("readAgenda", {
		path,
		query: { limit: 12 }
	}, [
		"*",
		"running",
		"runs",
		"approvals",
		"control"
	]);
	const isInstant = /^\d{4}-/.test(text);
	return a("div", {
		class: "clock-menu",
		children: [
			a("h3", { children: "Time passes" }),
			a("div", {
				class: "segments menu-choices",
				role: "group",
				"aria-label": "How time passes",
				children: [
					a("button", {
						type: "button",
						"aria-pressed": clock?.mode === "real",
						onClick: () => void setMode("real"),
						children: "as real"
					}),
					a("button", {
						type: "button",
						"aria-pressed": clock?.mode === "scaled" && clock.factor === 60,
						onClick: () => void setMode("scaled", 60),
						children: "×60"
					}),
					a("button", {
						type: "button",
						"aria-pressed": clock?.mode === "scaled" && clock.factor === 3600,
						onClick: () => void setMode("scaled", 3600),
						children: "×3600"
					}),
					a("button", {
						type: "button",
						"aria-pressed": clock?.mode === "frozen",
						onClick: () => void setMode("frozen"),
						children: "frozen"
					})
				]
			}),
			a("h3", { children: "Move on by, or to" }),
			a("form", {
				class: "row menu-choices",
				onSubmit: (event) => {
					event.preventDefault();
					if (text) letPass(isInstant ? { to: new Date(text.length <= 16 ? `${text}Z` : text).toISOString() } : { by: text });
					close();
				},
				children: [a("input", {
					class: "input",
					"aria-label": "A length of time or an instant",
					placeholder: "90s, 2h30m, 2026-12-24T18:00Z",
					value: text,
					onInput: (event) => setText(event.currentTarget.value)
				}), a(Button, {
					type: "submit",
					children: "Move"
				})]
			}),
			a("h3", { children: "Due next" }),
			a(Loaded, {
				read: agenda,
				children: ({ data, planned }) => data.length === 0 ? a("p", {
					class: "menu-note muted",
					children: "Nothing is planned."
				}) : a($, { children: [data.map(({ at, says, subject, housekeeping }) => a(Item, {
					onClick: () => {
						close();
						letPass({ to: at });
					},
					children: [a("span", {
						class: "grow cut",
						title: says,
						children: says
					}), a("span", {
						class: "muted small nowrap",
						children: [
							housekeeping ? a(Icon, { name: "now" }) : null,
							" ",
							a(Time, { at })
						]
					})]
				}, `${at}${subject}${says}`)), planned > data.length ? a("p", {
					class: "menu-note muted small",
					children: [
						"and ",
						planned - data.length,
						" more"
					]
				}) : null] })
			})
		]
	});
}
export { ClockMenu };
