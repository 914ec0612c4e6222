import { I as a, at as d, it as T, nt as A, rt as F } from "./parts.js";
// mock/console/kit/lines.tsx
const OVERSCAN = 6;
function Lines({ count, label, columns, template, line, onEnd, onHold, height = "calc(100dvh - 250px)" }) {
	const frame = T(null);
	const [top, setTop] = d(0);
	const [view, setView] = d({
		height: 600,
		row: 30
	});
	const [focused, setFocused] = d(0);
	const held = T({
		scroll: false,
		point: false,
		focus: false
	});
	const hold = (change) => {
		const before = Object.values(held.current).some(Boolean);
		Object.assign(held.current, change);
		const after = Object.values(held.current).some(Boolean);
		if (before !== after) onHold?.(after);
	};
	F(() => {
		const element = frame.current;
		const measure = () => {
			const row = Number.parseFloat(getComputedStyle(element).getPropertyValue("--row")) || 30;
			setView({
				height: element.clientHeight,
				row
			});
		};
		measure();
		const observer = new ResizeObserver(measure);
		observer.observe(element);
		return () => observer.disconnect();
	}, []);
	const { row } = view;
	const first = Math.max(0, Math.floor(top / row) - OVERSCAN);
	const last = Math.min(count, Math.ceil((top + view.height) / row) + OVERSCAN);
	A(() => {
		if (last >= count - 5) onEnd?.();
	}, [last, count]);
	const focusLine = (index) => {
		const to = Math.max(0, Math.min(count - 1, index));
		const element = frame.current;
		if (to * row < element.scrollTop) element.scrollTop = to * row;
		if ((to + 1) * row > element.scrollTop + element.clientHeight) element.scrollTop = (to + 1) * row - element.clientHeight;
		setFocused(to);
		requestAnimationFrame(() => element.querySelector(`[aria-rowindex="${to + 2}"] a.cover`)?.focus());
	};
	return a("div", {
		role: "table",
		"aria-label": label,
		"aria-rowcount": count + 1,
		"aria-colcount": columns.length,
		children: [a("div", {
			role: "rowgroup",
			class: "lines-head-frame",
			children: a("div", {
				class: "lines-head",
				role: "row",
				"aria-rowindex": 1,
				style: { gridTemplateColumns: template },
				children: columns.map(([name, more = ""]) => a("span", {
					role: "columnheader",
					class: more,
					children: name
				}, name))
			})
		}), a("div", {
			ref: frame,
			class: "lines",
			role: "rowgroup",
			tabIndex: -1,
			style: { height: `min(${height}, ${Math.max(3, count) * row + 2}px)` },
			onScroll: (event) => {
				setTop(event.currentTarget.scrollTop);
				hold({ scroll: event.currentTarget.scrollTop > 4 });
			},
			onPointerEnter: () => hold({ point: true }),
			onPointerLeave: () => hold({ point: false }),
			onFocusIn: () => hold({ focus: true }),
			onFocusOut: () => hold({ focus: false }),
			onKeyDown: (event) => {
				const step = {
					ArrowDown: 1,
					j: 1,
					ArrowUp: -1,
					k: -1,
					PageDown: 15,
					PageUp: -15
				}[event.key];
				if (event.key === "Home") focusLine(0);
				else if (event.key === "End") focusLine(count - 1);
				else if (step !== void 0) focusLine(focused + step);
				else return;
				event.preventDefault();
				event.stopPropagation();
			},
			children: [a("div", {
				role: "presentation",
				style: { height: `${count * row}px` }
			}), Array.from({ length: Math.max(0, last - first) }, (_, place) => {
				const index = first + place;
				const shown = line(index);
				if (!shown) return null;
				const isReachable = index === Math.max(first, Math.min(focused, last - 1));
				return a("div", {
					class: "line",
					role: "row",
					"aria-rowindex": index + 2,
					"aria-current": shown.current ? "true" : void 0,
					style: {
						top: `${index * row}px`,
						gridTemplateColumns: template
					},
					children: shown.cells.map((cell, column) => a("span", {
						role: "cell",
						class: columns[column][1],
						children: column === 0 ? a("a", {
							class: "cover",
							href: shown.href,
							tabIndex: isReachable ? 0 : -1,
							onFocus: () => setFocused(index),
							children: cell
						}) : cell
					}, columns[column][0]))
				}, index % (Math.ceil(view.height / row) + 12 + 2));
			})]
		})]
	});
}
export { Lines as t };
