import { it as y, rt as x } from "./reads.js";
// mock/console/state/throttled.ts
/** The same value, no more often than every so many milliseconds. */
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
