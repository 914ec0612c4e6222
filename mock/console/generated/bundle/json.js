import { I as a, at as d } from "./parts.js";
// mock/console/kit/json.tsx
const MANY = 50;
function Json({ value, depth = 0 }) {
	return a("div", {
		class: "json",
		children: a(Value, {
			value,
			depth
		})
	});
}
function Value({ value, depth }) {
	if (typeof value === "string") return a(Text, { text: value });
	if (typeof value === "number") return a("span", {
		class: "number",
		children: String(value)
	});
	if (typeof value !== "object" || value === null) return a("span", {
		class: "word",
		children: String(value)
	});
	return a(Inside, {
		value,
		depth
	});
}
function Text({ text }) {
	const [isWhole, setWhole] = d(text.length < 600);
	return a("span", {
		class: "text prewrap",
		children: [
			"\"",
			isWhole ? text : text.slice(0, 400),
			isWhole ? "\"" : a("button", {
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
	if (entries.length === 0) return a("span", { children: open + close });
	const note = isList ? `${entries.length}` : "";
	return a("details", {
		open: depth < 3 && entries.length < 30,
		children: [
			a("summary", { children: [
				open,
				" ",
				a("span", {
					class: "muted",
					children: note
				})
			] }),
			a("div", {
				class: "inside",
				children: [entries.slice(0, most).map(([name, inner]) => a("div", { children: [isList ? null : a("span", {
					class: "name",
					children: [name, ": "]
				}), a(Value, {
					value: inner,
					depth: depth + 1
				})] }, name)), entries.length > most ? a("button", {
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
