import { et as x, tt as y } from "./parts.js";
// mock/console/state/throttled.ts
function throttled(source, ms) {
	const target = y(source.peek());
	let timer;
	x(() => {
		source.value;
		if (timer === void 0) timer = setTimeout(() => {
			timer = void 0;
			target.value = source.peek();
		}, ms);
	});
	return target;
}
export { throttled as t };
