import { $ as hrefHere, G as controlKey, Y as serviceCalls, Z as go, _ as Panel, at as A, ct as d, et as place, g as Page, l as Empty, m as Loaded, nt as mockRoot, o as Button, r as useControl, y as Segments, z as a } from "./reads.js";
import { t as Json } from "./json.js";
import { i as HttpStatus } from "./values.js";
import { l as openNewWorkspace } from "./app.js";
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
	return /* @__PURE__ */ a(Page, {
		title: "Gaps",
		note: "The specification is silent on these. A real deployment may give any of the answers; this workspace gives the ones marked.",
		children: [/* @__PURE__ */ a("search", {
			class: "row wrap filters",
			children: [/* @__PURE__ */ a("input", {
				class: "input filter-text",
				"data-filter": true,
				type: "search",
				placeholder: "Find a gap, an answer or an operation",
				"aria-label": "Find a gap",
				value: text,
				onInput: (event) => go(hrefHere({ text: event.currentTarget.value || null }), true)
			}), /* @__PURE__ */ a(Segments, {
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
		}), /* @__PURE__ */ a(Loaded, {
			read,
			children: ({ data }) => {
				const fitting = data.filter((gap) => (only !== "changed" || profile[gap.id]) && `${gap.id} ${gap.silence} ${gap.operations.join(" ")} ${gap.answers.map(({ id, means }) => id + means).join(" ")}`.toLowerCase().includes(text.toLowerCase()));
				if (fitting.length === 0) return /* @__PURE__ */ a(Panel, { children: /* @__PURE__ */ a(Empty, { title: only === "changed" ? "All answers are the defaults" : "No gap fits" }) });
				return /* @__PURE__ */ a(Panel, {
					flush: true,
					label: "Gaps",
					children: /* @__PURE__ */ a("ul", {
						class: "cards",
						children: fitting.map((gap) => /* @__PURE__ */ a(GapRow, {
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
	return /* @__PURE__ */ a("li", { children: [
		/* @__PURE__ */ a("div", {
			class: "row wrap",
			children: [
				/* @__PURE__ */ a("a", {
					class: "strong",
					href: hrefHere({ gap: isOpen ? null : gap.id }),
					"aria-expanded": isOpen,
					children: gap.id
				}),
				/* @__PURE__ */ a("span", {
					class: `tag ${answer === gap.default ? "" : "blue"}`,
					children: answer
				}),
				/* @__PURE__ */ a("span", { class: "grow" }),
				/* @__PURE__ */ a("span", {
					class: "muted small",
					children: ["section ", gap.section]
				})
			]
		}),
		/* @__PURE__ */ a("p", {
			class: "soft",
			children: gap.silence
		}),
		isOpen ? /* @__PURE__ */ a("div", {
			class: "stack loose",
			children: [/* @__PURE__ */ a("table", {
				class: "table plain",
				children: /* @__PURE__ */ a("tbody", { children: gap.answers.map(({ id, means }) => /* @__PURE__ */ a("tr", { children: [
					/* @__PURE__ */ a("th", {
						scope: "row",
						class: "nowrap",
						children: [
							id,
							" ",
							id === answer ? /* @__PURE__ */ a("span", {
								class: "tag blue",
								children: "here"
							}) : null,
							" ",
							id === gap.default ? /* @__PURE__ */ a("span", {
								class: "tag",
								children: "default"
							}) : null
						]
					}),
					/* @__PURE__ */ a("td", { children: means }),
					/* @__PURE__ */ a("td", {
						class: "right nowrap",
						children: id === answer ? null : /* @__PURE__ */ a(Button, {
							small: true,
							onClick: () => openNewWorkspace(ws, { [gap.id]: id }),
							children: "A workspace like this"
						})
					})
				] }, id)) })
			}), /* @__PURE__ */ a(Beside, {
				gap,
				answers: [answer, other],
				ws,
				onOther: setOther
			})]
		}) : null
	] });
}
/** A reply under two answers, read without a trace. */
function Beside({ gap, answers, ws, onOther }) {
	const readable = gap.operations.filter((id) => /^GET [^{]*$/.test(serviceCalls[id] ?? "")).concat(/error|refus|status/.test(gap.id) ? ["getRun"] : []);
	const [operation, setOperation] = d(readable[0] ?? "");
	if (readable.length === 0) return null;
	return /* @__PURE__ */ a("div", {
		class: "stack",
		children: [/* @__PURE__ */ a("div", {
			class: "row wrap",
			children: [
				/* @__PURE__ */ a("h3", { children: "How a reply looks" }),
				/* @__PURE__ */ a("select", {
					class: "select small-select",
					"aria-label": "Operation",
					value: operation,
					onChange: (event) => setOperation(event.currentTarget.value),
					children: readable.map((id) => /* @__PURE__ */ a("option", { children: id }, id))
				}),
				/* @__PURE__ */ a("span", {
					class: "muted small",
					children: "beside"
				}),
				/* @__PURE__ */ a("select", {
					class: "select small-select",
					"aria-label": "Other answer",
					value: answers[1],
					onChange: (event) => onOther(event.currentTarget.value),
					children: gap.answers.map(({ id }) => /* @__PURE__ */ a("option", { children: id }, id))
				})
			]
		}), /* @__PURE__ */ a("div", {
			class: "columns even",
			children: answers.map((answer, index) => /* @__PURE__ */ a(Dressed, {
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
			"X-Mock-Dress": `${gap}=${answer}`,
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
	return /* @__PURE__ */ a("section", {
		class: "code dressed",
		children: [/* @__PURE__ */ a("p", {
			class: "row small",
			children: [
				/* @__PURE__ */ a("span", {
					class: "strong",
					children: answer
				}),
				" ",
				shown ? /* @__PURE__ */ a(HttpStatus, { status: shown.status }) : null
			]
		}), shown ? /* @__PURE__ */ a(Json, { value: shown.body }) : null]
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
