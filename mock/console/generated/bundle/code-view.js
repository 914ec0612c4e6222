import { $ as mockRoot, I as a, at as d, r as Code } from "./parts.js";
import { r as asTypeScript, t as asCurl } from "./as-code.js";
// mock/console/shell/code-view.tsx
function AsCode({ call }) {
	const [form, setForm] = d("curl");
	const base = mockRoot.href.replace(/\/$/, "");
	return a("div", {
		class: "stack tight",
		children: [a("div", {
			class: "segments",
			role: "group",
			"aria-label": "Form",
			children: [a("button", {
				type: "button",
				"aria-pressed": form === "curl",
				onClick: () => setForm("curl"),
				children: "curl"
			}), a("button", {
				type: "button",
				"aria-pressed": form === "ts",
				onClick: () => setForm("ts"),
				children: "TypeScript"
			})]
		}), a(Code, { text: form === "curl" ? asCurl(call, base) : asTypeScript(call, base) })]
	});
}
export { AsCode };
