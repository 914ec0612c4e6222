import { ct as d, z as a } from "./reads.js";
// mock/console/kit/json.tsx
const MANY = 50;
function Json({ value, depth = 0 }) {
	return /* @__PURE__ */ a("div", {
		class: "json",
		children: /* @__PURE__ */ a(Value, {
			value,
			depth
		})
	});
}
function Value({ value, depth }) {
	if (typeof value === "string") return /* @__PURE__ */ a(Text, { text: value });
	if (typeof value === "number") return /* @__PURE__ */ a("span", {
		class: "number",
		children: String(value)
	});
	if (typeof value !== "object" || value === null) return /* @__PURE__ */ a("span", {
		class: "word",
		children: String(value)
	});
	return /* @__PURE__ */ a(Inside, {
		value,
		depth
	});
}
function Text({ text }) {
	const [isWhole, setWhole] = d(text.length < 600);
	return /* @__PURE__ */ a("span", {
		class: "text prewrap",
		children: [
			"\"",
			isWhole ? text : text.slice(0, 400),
			isWhole ? "\"" : /* @__PURE__ */ a("button", {
				type: "button",
				class: "link",
				onClick: () => setWhole(true),
				children: [
					"… ",
					text.length - 400,
					" more"
				]
			})
		]
	});
}
function Inside({ value, depth }) {
	const [most, setMost] = d(MANY);
	const isList = Array.isArray(value);
	const entries = Object.entries(value);
	const [open, close] = isList ? ["[", "]"] : ["{", "}"];
	if (entries.length === 0) return /* @__PURE__ */ a("span", { children: open + close });
	const note = isList ? `${entries.length}` : "";
	return /* @__PURE__ */ a("details", {
		open: depth < 3 && entries.length < 30,
		children: [
			/* @__PURE__ */ a("summary", { children: [
				open,
				" ",
				/* @__PURE__ */ a("span", {
					class: "muted",
					children: note
				})
			] }),
			/* @__PURE__ */ a("div", {
				class: "inside",
				children: [entries.slice(0, most).map(([name, inner]) => /* @__PURE__ */ a("div", { children: [isList ? null : /* @__PURE__ */ a("span", {
					class: "name",
					children: [name, ": "]
				}), /* @__PURE__ */ a(Value, {
					value: inner,
					depth: depth + 1
				})] }, name)), entries.length > most ? /* @__PURE__ */ a("button", {
					type: "button",
					class: "link",
					onClick: () => setMost(most + 500),
					children: [entries.length - most, " more"]
				}) : null]
			}),
			close
		]
	});
}
export { Json as t };
