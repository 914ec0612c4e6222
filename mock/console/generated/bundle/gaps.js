import { $ as mockRoot, H as controlKey, I as a, J as go, K as serviceCalls, X as hrefHere, Z as place, a as Empty, at as d, f as Page, h as Segments, n as Button, nt as A, p as Panel, u as Loaded } from "./parts.js";
import { t as Json } from "./json.js";
import { i as HttpStatus } from "./values.js";
import { l as openNewWorkspace, o as useControl } from "./app.js";
// mock/console/screens/gaps.tsx
function Gaps({ path }) {
	const ws = path[0];
	const read = useControl("listGaps", {}, []);
	const workspace = useControl("readWorkspace", { path: { workspace_id: ws } }, ["*"]);
	const { query } = place.value;
	const text = query.get("text") ?? "";
	const chosen = query.get("gap");
	const only = query.get("only") ?? "";
	A(() => {
		document.title = "Gaps · Agent Work mock";
	}, []);
	const profile = workspace.data?.profile ?? {};
	return a(Page, {
		title: "Gaps",
		note: "The specification is silent on these. A real deployment may give any of the answers; this workspace gives the ones marked.",
		children: [a("search", {
			class: "row wrap filters",
			children: [a("input", {
				class: "input filter-text",
				"data-filter": true,
				type: "search",
				placeholder: "Find a gap, an answer or an operation",
				"aria-label": "Find a gap",
				value: text,
				onInput: (event) => go(hrefHere({ text: event.currentTarget.value || null }), true)
			}), a(Segments, {
				label: "Which",
				current: only,
				options: [{
					id: "",
					text: "All",
					href: hrefHere({ only: null })
				}, {
					id: "changed",
					text: `Other than the default (${Object.keys(profile).length})`,
					href: hrefHere({ only: "changed" })
				}]
			})]
		}), a(Loaded, {
			read,
			children: ({ data }) => {
				const fitting = data.filter((gap) => (only !== "changed" || profile[gap.id]) && `${gap.id} ${gap.silence} ${gap.operations.join(" ")} ${gap.answers.map(({ id, means }) => id + means).join(" ")}`.toLowerCase().includes(text.toLowerCase()));
				fitting.sort((a, b) => Number(b.id === chosen) - Number(a.id === chosen));
				if (fitting.length === 0) return a(Panel, { children: a(Empty, { title: only === "changed" ? "All answers are the defaults" : "No gap fits" }) });
				return a(Panel, {
					flush: true,
					label: "Gaps",
					children: a("ul", {
						class: "cards",
						children: fitting.map((gap) => a(GapRow, {
							gap,
							answer: profile[gap.id] ?? gap.default,
							isOpen: gap.id === chosen || fitting.length === 1,
							ws
						}, gap.id))
					})
				});
			}
		})]
	});
}
function GapRow({ gap, answer, isOpen, ws }) {
	const [other, setOther] = d(gap.answers.find(({ id }) => id !== answer)?.id ?? answer);
	return a("li", { children: [
		a("div", {
			class: "row wrap",
			children: [
				a("a", {
					class: "strong",
					href: hrefHere({ gap: isOpen ? null : gap.id }),
					"aria-expanded": isOpen,
					children: gap.id
				}),
				a("span", {
					class: `tag ${answer === gap.default ? "" : "blue"}`,
					children: answer
				}),
				a("span", { class: "grow" }),
				a("span", {
					class: "muted small",
					children: ["section ", gap.section]
				})
			]
		}),
		a("p", {
			class: "soft",
			children: gap.silence
		}),
		isOpen ? a("div", {
			class: "stack loose",
			children: [a("table", {
				class: "table plain",
				children: a("tbody", { children: gap.answers.map(({ id, means }) => a("tr", { children: [
					a("th", {
						scope: "row",
						class: "nowrap",
						children: [
							id,
							" ",
							id === answer ? a("span", {
								class: "tag blue",
								children: "here"
							}) : null,
							" ",
							id === gap.default ? a("span", {
								class: "tag",
								children: "default"
							}) : null
						]
					}),
					a("td", { children: means }),
					a("td", {
						class: "right nowrap",
						children: id === answer ? null : a(Button, {
							small: true,
							onClick: () => openNewWorkspace(ws, { [gap.id]: id }),
							children: "A workspace like this"
						})
					})
				] }, id)) })
			}), a(Beside, {
				gap,
				answers: [answer, other],
				ws,
				onOther: setOther
			})]
		}) : null
	] });
}
function Beside({ gap, answers, ws, onOther }) {
	const readable = gap.operations.filter((id) => /^GET [^{]*$/.test(serviceCalls[id] ?? "")).concat(/error|refus|status/.test(gap.id) ? ["getRun"] : []);
	const [operation, setOperation] = d(readable[0] ?? "");
	if (readable.length === 0) return null;
	return a("div", {
		class: "stack",
		children: [a("div", {
			class: "row wrap",
			children: [
				a("h2", { children: "How a reply looks" }),
				a("select", {
					class: "select small-select",
					"aria-label": "Operation",
					value: operation,
					onChange: (event) => setOperation(event.currentTarget.value),
					children: readable.map((id) => a("option", { children: id }, id))
				}),
				a("span", {
					class: "muted small",
					children: "beside"
				}),
				a("select", {
					class: "select small-select",
					"aria-label": "Other answer",
					value: answers[1],
					onChange: (event) => onOther(event.currentTarget.value),
					children: gap.answers.map(({ id }) => a("option", { children: id }, id))
				})
			]
		}), a("div", {
			class: "columns even",
			children: answers.map((answer, index) => a(Dressed, {
				ws,
				gap: gap.id,
				answer,
				operation
			}, index === 0 ? "own" : "other"))
		})]
	});
}
function Dressed({ ws, gap, answer, operation }) {
	const [shown, setShown] = d();
	A(() => {
		const [, pattern = "/"] = (serviceCalls[operation] ?? "GET /").split(" ");
		const url = new URL(pattern.slice(1).replace(/\{\w+\}/g, "unknown"), mockRoot);
		if (/\/(runs|tasks|agents\/|workflows\/)$/.test(pattern)) url.searchParams.set("limit", "1");
		const key = controlKey.get();
		fetch(url, { headers: {
			"X-Mock-As": `${ws}/admin`,
			"X-Mock-Profile": `${gap}=${answer}`,
			...key ? { "X-Mock-Control-Key": key } : {}
		} }).then(async (reply) => setShown({
			status: reply.status,
			body: parsed(await reply.text())
		})).catch(() => setShown(void 0));
	}, [
		ws,
		gap,
		answer,
		operation
	]);
	return a("section", {
		class: "code dressed",
		children: [a("p", {
			class: "row small",
			children: [
				a("span", {
					class: "strong",
					children: answer
				}),
				" ",
				shown ? a(HttpStatus, { status: shown.status }) : null
			]
		}), shown ? a(Json, { value: shown.body }) : null]
	});
}
function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
export { Gaps as default };
