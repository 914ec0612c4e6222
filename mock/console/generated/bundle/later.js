import { I as a, at as d, nt as A } from "./parts.js";
// mock/console/kit/later.tsx
function later(load) {
	let loaded;
	return function Later(props) {
		const [, showAgain] = d(false);
		A(() => {
			if (!loaded) load().then((component) => {
				loaded = component;
				showAgain(true);
			});
		}, []);
		const Component = loaded;
		return Component ? a(Component, { ...props }) : null;
	};
}
export { later as t };
