import { t as followStream } from "./follow-stream.js";
// node_modules/preact/dist/preact.mjs
var n$1;
var t$2;
var r$2;
var u$3;
var i$2;
var f$3;
var o$3;
var e$2;
var l$2;
var c$2;
var a$3;
var h$3 = Symbol.for("pv");
var p$3 = {};
var y$3 = [];
var v$2 = /^m(i|n|o|s|text|space)$/;
var w$3 = Array.isArray;
var d$3 = y$3.slice;
var _$2 = Object.assign;
function g$3(n) {
	n && n.parentNode && n.remove();
}
function k$2(n, t, r) {
	var u, i, f, o = {}, e = arguments.length;
	for (f in t) "key" == f ? u = t[f] : "ref" == f && "function" != typeof n ? i = t[f] : o[f] = t[f];
	return e > 2 && (o.children = e > 3 ? d$3.call(arguments, 2) : r), m$3(n, o, u, i, null);
}
function m$3(r, u, i, f, o) {
	var e = {
		type: r,
		props: u,
		key: i,
		ref: f,
		__k: null,
		__: null,
		__b: 0,
		__e: null,
		__c: null,
		constructor: h$3,
		__v: o || ++t$2,
		__i: -1,
		__u: 0
	};
	return !o && n$1.vnode && n$1.vnode(e), e;
}
function $(n) {
	return n.children;
}
function x$1(n, t) {
	this.props = n, this.context = t, this.__g = 0;
}
function S$1(n, t) {
	if (null == t) return n.__ && S$1(n.__, n.__i + 1);
	for (var r; t < n.__k.length; t++) if ((r = n.__k[t]) && r.__e) return r.__e;
	return "function" != typeof n.type || n.props.__P ? null : S$1(n);
}
function C$1(t) {
	var r, u = t.__v, i = u.__e, f = [], o = [], e = t.__P;
	e && ((r = _$2({ constructor: h$3 }, u)).__v = u.__v + 1, n$1.vnode && n$1.vnode(r), z$1(e, r, u, t.__n, e.namespaceURI, 32 & u.__u ? [i] : null, f, i || S$1(u), 32 & u.__u, o), r.__v = u.__v, r.__.__k[r.__i] = r, E$1(f, r, o), u.__ = u.__e = null, r.__e != i && j$1(r));
}
function j$1(n) {
	if ((n = n.__) && n.__c && !n.props.__P) return n.__e = null, n.__k.some(function(t) {
		return t && (n.__e = t.__e);
	}), j$1(n);
}
function L(t) {
	(8 & t.__g || (t.__g |= 8, u$3.push(t), f$3++)) && i$2 == n$1.debounceRendering || ((i$2 = n$1.debounceRendering) || queueMicrotask)(H);
}
function H() {
	try {
		for (var n, t = 1; u$3.length;) u$3.length > t && u$3.sort(o$3), n = u$3.shift(), t = u$3.length, 8 & n.__g && C$1(n);
	} finally {
		(f$3 = u$3.length) && (i$2 || queueMicrotask)(H);
	}
}
function I(n, t, r, u, i, f, o, e, l, c, a) {
	var s, h, v, w, d, _, g = u.__k || y$3, k = t.length;
	for (l = q(r, t, g, l, k), s = 0; s < k; s++) null != (v = r.__k[s]) && (h = ~v.__i && g[v.__i] || p$3, v.__i = s, _ = z$1(n, v, h, i, f, o, e, l, c, a), w = v.__e, (h.ref != v.ref || 8 & h.__u) && (h.ref && G$1(h.ref, null, v, h), v.ref && a.push(v.ref, v.__c || w, v)), d = d || w, 4 & v.__u ? (l = A$2(v, l, n, !h.__v), h.__e && (h.__e = null)) : "function" == typeof v.type && void 0 !== _ ? l = _ : w && (l = w.nextSibling), v.__u &= -21);
	return r.__e = d, l;
}
function q(n, t, r, u, i) {
	var f, o, e, l, c, a, s, p, y, v = r.length, d = v, _ = 0, g = 0, k = n.__k = Array(i);
	for (f = 0; f < i; f++) null != (o = t[f]) && "boolean" != typeof o && "function" != typeof o ? ("object" != typeof o || o.constructor === String ? o = k[f] = m$3(null, o) : w$3(o) ? o = k[f] = m$3($, { children: o }) : o.constructor === h$3 && o.__b ? o = k[f] = m$3(o.type, o.props, o.key, o.ref, o.__v) : k[f] = o, l = f + _, o.__ = n, o.__b = n.__b + 1, e = null, ~(c = o.__i = P(o, r, l, d)) && (d--, (e = r[c]) && (e.__u |= 2)), e && e.__v ? (o.__u |= 16, c == l - 1 ? _-- : c == l + 1 ? _++ : c != l && (c > l ? _-- : _++, g = 1)) : (~c || (i > v ? _-- : i < v && _++), "function" != typeof o.type && (o.__u |= 4))) : k[f] = null;
	if (g) {
		for (a = [], s = [], f = 0; f < i; f++) if ((o = k[f]) && 16 & o.__u) {
			for (_ = 0, p = a.length; _ < p;) a[y = _ + p >> 1] < o.__i ? _ = y + 1 : p = y;
			a[_] = o.__i, s[f] = _ + 1;
		}
		for (_ = a.length; f--;) s[f] && (s[f] == _ ? _-- : k[f].__u |= 4);
	}
	if (d) for (f = 0; f < v; f++) !(e = r[f]) || 2 & e.__u || (e.__e == u && (u = S$1(e)), J(e, e));
	return u;
}
function A$2(n, t, r, u) {
	var i, f, o, e;
	if ("function" == typeof n.type) {
		if (n.props.__P) return t;
		if (i = n.__k) for (f = 0; f < i.length; f++) i[f] && (i[f].__ = n, t = A$2(i[f], t, r, !1));
		return t;
	}
	for (t && !t.parentNode && (t = S$1(n)) && !t.parentNode && (t = null), o = n.__e, e = t; e && 8 == e.nodeType;) e = e.nextSibling;
	for (o != e && (!u && r.moveBefore && o.parentNode ? r.moveBefore(o, t) : r.insertBefore(o, t || null)), t = o; (t = t && t.nextSibling) && 8 == t.nodeType && !t.data.startsWith("$s"););
	return t;
}
function P(n, t, r, u) {
	var i, f = n.key, o = n.type, e = t[r], l = e && !(2 & e.__u);
	if (null === e && null == f || l && f == e.key && o == e.type) return r;
	if (u > (l ? 1 : 0)) {
		for (i = r - 1; i >= 0; i--) if ((e = t[i]) && !(2 & e.__u) && f == e.key && o == e.type) return i;
		for (i = r + 1; i < t.length; i++) if ((e = t[i]) && !(2 & e.__u) && f == e.key && o == e.type) return i;
	}
	return -1;
}
function T$1(n, t, r) {
	r ??= "", "-" == t[0] ? n.setProperty(t, r) : n[t] = r;
}
function N(n, t, r, u, i) {
	var f, o;
	if ("style" == t) if ("string" == typeof r) n.style.cssText = r;
	else {
		if ("string" == typeof u && (n.style.cssText = u = ""), u) for (t in u) r && t in r || T$1(n.style, t);
		if (r) for (t in r) u && r[t] == u[t] || T$1(n.style, t, r[t]);
	}
	else if ("o" == t[0] && "n" == t[1]) "function" != typeof r && (r = null), "function" != typeof u && (u = null), (n.__e || (n.__e = {}))[t] = r, r && u || (o = a$3[t] || (a$3[t] = V(t)), (n.__a || (n.__a = {}))[t] = c$2, f = t != (t = t.replace(l$2, "$1")), (t = t.slice(2))[0] < "a" && (t = t.toLowerCase()), r ? n.addEventListener(t, o, f) : n.removeEventListener(t, o, f));
	else {
		if ("http://www.w3.org/2000/svg" == i) t = t.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
		else if ("width" != t && "height" != t && "href" != t && "list" != t && "form" != t && "tabIndex" != t && "download" != t && "rowSpan" != t && "colSpan" != t && "role" != t && "popover" != t && t in n) try {
			n[t] = null == r ? "" : r;
			return;
		} catch (n) {}
		if ("function" == typeof r) return;
		null == r || !1 === r && "-" != t[4] ? n.removeAttribute(t) : n.setAttribute(t, "popover" == t && 1 == r ? "" : r);
	}
}
function V(t) {
	return function(r) {
		var u = this.__e;
		if (u) {
			if (u = u[t], null == r[e$2]) r[e$2] = c$2++;
			else if (r[e$2] < this.__a[t]) return;
			return u(n$1.event ? n$1.event(r) : r);
		}
	};
}
function z$1(t, r, u, i, f, o, e, l, c, a) {
	var s, p, v, d, k, b, m, M, C, j, L, H, q, A, O, P, T, N, V = r.type;
	if (r.constructor !== h$3) return null;
	128 & u.__u && (c = 32 & u.__u, s = u.__c.__z) && (r.__u |= c, p = o = [], 8 == s.nodeType ? l = B$1(s, o) : o.push(s), l = o[0] || l), (s = n$1.__b) && s(r);
	n: if ("function" == typeof V) {
		v = e.length;
		try {
			if (M = r.props, C = (s = V.prototype) && s.render, j = (s = V.contextType) && i[s.__c], L = s ? j ? j.props.value : s.__ : i, (d = u.__c) ? (r.__c = d, 2 & d.__g && (d.__g |= 1)) : (C ? r.__c = d = new V(M, L) : (r.__c = d = new x$1(M, L), d.constructor = V, d.render = K), j && j.sub(d), d.state || (d.state = {}), d.__n = i, d.__g |= 8, d.__h = [], d.__k = []), C && (d.__s || (d.__s = d.state), V.getDerivedStateFromProps && (d.__s == d.state && (d.__s = _$2({}, d.__s)), _$2(d.__s, V.getDerivedStateFromProps(M, d.__s)))), k = d.props, b = d.state, d.__v = r, u.__c) {
				if (M !== k && C && !V.getDerivedStateFromProps && d.componentWillReceiveProps && d.componentWillReceiveProps(M, L), r.__v == u.__v && !(8 & d.__g) || !(4 & d.__g) && d.shouldComponentUpdate && !1 === d.shouldComponentUpdate(M, d.__s, L)) {
					r.__v != u.__v && (d.props = M, d.state = d.__s, d.__g &= -9), r.__e = u.__e, r.__k = u.__k, r.__k.some(function(n) {
						n && (n.__ = r);
					}), y$3.push.apply(d.__h, d.__k), d.__k = [], d.__h.length && e.push(d), l = S$1(u);
					break n;
				}
				d.componentWillUpdate && d.componentWillUpdate(M, d.__s, L), C && d.componentDidUpdate && d.__h.push(function() {
					d.componentDidUpdate(k, b, m);
				});
			} else C && !V.getDerivedStateFromProps && d.componentWillMount && d.componentWillMount(), C && d.componentDidMount && d.__h.push(d.componentDidMount);
			d.context = L, d.props = M, d.__P = t, d.__g &= -5, H = n$1.__r, q = C ? 25 : 0;
			do
				d.__g &= -9, H && H(r), s = d.render(d.props, d.state = d.__s, d.context);
			while (8 & d.__g && ++q < 25);
			C && (y$3.push.apply(d.__h, d.__k), d.__k = []), d.state = d.__s, d.getChildContext && (i = _$2({}, i, d.getChildContext())), C && u.__c && d.getSnapshotBeforeUpdate && (m = d.getSnapshotBeforeUpdate(k, b)), A = s && s.type === $ && null == s.key ? s.props.children : s, M.__P && (s = l, f = (t = M.__P).namespaceURI, c = o = null, u.props && u.props.__P != t && (u.__k.some(function(n) {
				n && J(n, n);
			}), u.__k = null), l = u.__k ? S$1(u, 0) : null), l = I(t, w$3(A) ? A : [A], r, u, i, f, o, e, l, c, a), M.__P && (r.__e = null, l = s), r.__u &= -161, p && p.some(g$3), d.__h.length && e.push(d), 1 & d.__g && (d.__g &= -4);
		} catch (t) {
			if (e.length = v, r.__v = null, c || o) if (t && t.then) {
				if (r.__u |= 128 | c, o) {
					for (~(T = o.indexOf(l || void 0)) || (T = o.length); (N = o[T - 1]) && 8 == N.nodeType;) T--;
					for (; T < o.length; T++) if (N = o[T]) if (o[T] = null, O) {
						if (N == P) break;
					} else {
						if (8 != N.nodeType) break;
						N.data.startsWith("$s") && (P = B$1(O = N));
					}
				}
				if (!O) {
					for (; l && 8 == l.nodeType && l.nextSibling;) l = l.nextSibling;
					O = l;
				}
				(s = B$1(O = r.__c.__z || (r.__c.__z = O))) ? (r.__e = O, l = s) : r.__e = l, l = l && l.nextSibling;
			} else o && o.some(g$3);
			else r.__e = u.__e;
			r.__k || (r.__k = u.__k || []), t && t.then || D$1(r), n$1.__e(t, r, u);
		}
	} else l = r.__e = F$2(u.__e, r, u, i, f, o, e, c, a, t);
	return (s = n$1.diffed) && s(r), l;
}
function B$1(n, t) {
	if (n && 8 == n.nodeType && n.data.startsWith("$s")) for (var r = 1; n = n.nextSibling;) {
		if (8 == n.nodeType) {
			if (n.data.startsWith("$s")) r++;
			else if (n.data.startsWith("/$s") && !--r) return n;
		}
		t && t.push(n);
	}
}
function D$1(n) {
	n && (n.__c && (n.__c.__g |= 4), n.__k && n.__k.some(D$1));
}
function E$1(t, r, u) {
	for (var i = 0; i < u.length;) G$1(u[i++], u[i++], u[i++]);
	n$1.__c && n$1.__c(r, t), t.some(function(r) {
		try {
			t = r.__h, r.__h = [], t.some(function(n) {
				n.call(r);
			});
		} catch (t) {
			n$1.__e(t, r.__v);
		}
	});
}
function F$2(t, r, u, i, f, o, e, l, c, a) {
	var s, h, y, _, k, b, m, M, $ = u.props || p$3, x = r.props, C = r.type;
	if ("svg" == C ? f = "http://www.w3.org/2000/svg" : "math" == C ? f = "http://www.w3.org/1998/Math/MathML" : f || (f = "http://www.w3.org/1999/xhtml"), o) {
		for (s = 0; s < o.length; s++) if ((k = o[s]) && (C ? k.localName == C : 3 == k.nodeType)) {
			t = k, o[s] = null;
			break;
		}
	}
	if (!t) {
		if (M = a.ownerDocument || document, !C) return M.createTextNode(x);
		t = M.createElementNS(f, C, x.is ? x : a), l && (n$1.__m && n$1.__m(r, o), l = !1), o = null;
	}
	if (C) {
		if (a = "template" == C && t.content || t, o = "textarea" == C && null != x.defaultValue ? null : o && d$3.call(a.childNodes), !l && o) for ($ = {}, s = 0; s < t.attributes.length; s++) $[(k = t.attributes[s]).name] = k.value;
		for (s in $) k = $[s], "dangerouslySetInnerHTML" == s ? y = k : "children" == s || s in x || "value" == s && "defaultValue" in x || "checked" == s && "defaultChecked" in x || N(t, s, null, k, f);
		for (s in x) k = x[s], "children" == s ? _ = k : "dangerouslySetInnerHTML" == s ? h = k : "value" == s ? b = k : "checked" == s ? m = k : l && "function" != typeof k || $[s] === k || N(t, s, k, $[s], f);
		h ? (l || y && (h.__html == y.__html || h.__html == t.innerHTML) || (t.innerHTML = h.__html), r.__k = []) : (y && (t.textContent = ""), ("foreignObject" == C || "http://www.w3.org/1998/Math/MathML" == f && v$2.test(C)) && (f = "http://www.w3.org/1999/xhtml"), I(a, w$3(_) ? _ : [_], r, u, i, f, o, e, o ? o[0] : u.__k && S$1(u, 0), l, c), o && o.some(g$3)), l && "textarea" != C || (s = "value", "progress" == C && null == b ? t.removeAttribute(s) : null == b || b === t[s] && ("progress" != C || b) || N(t, s, b, $[s], f), s = "checked", null != m && m != t[s] && N(t, s, m, $[s], f));
	} else $ === x || l && t.data == x || (t.data = x);
	return t;
}
function G$1(t, r, u, i) {
	try {
		"function" == typeof t ? r ? r.__x = t(r) || 1 : i && (i = i.__c || i.__e) && (r = i.__x) && (i.__x = null, "function" == typeof r ? r() : t(null)) : t.current = r;
	} catch (t) {
		n$1.__e(t, u);
	}
}
function J(t, r, u) {
	var i, f, o, e;
	if (n$1.unmount && n$1.unmount(t), !(i = t.ref) || i.current && i.current != t.__e || G$1(i, null, r, t), i = t.__c) {
		if (i.componentWillUnmount) try {
			i.componentWillUnmount();
		} catch (t) {
			n$1.__e(t, r);
		}
		i.__P = i.__n = null;
	}
	if (i = t.__k) for (e = 0; e < i.length; e++) i[e] && J(i[e], r, "function" != typeof t.type || u && !t.props.__P);
	!u && (i = t.__c) && (i = i.__z) && (f = B$1(i, o = [])) && (i == t.__e && o.some(g$3), g$3(f), g$3(i)), u || g$3(t.__e), t.__e = t.__c = t.__ = null;
}
function K(n, t, r) {
	return this.constructor(n, r);
}
function Q(t, r) {
	var u, i, f, o;
	n$1.__ && n$1.__(t, r), 9 == r.nodeType && (r = r.documentElement), i = (u = t && 32 & t.__u) ? null : r.__k, r.__k = m$3($, { children: [t] }), f = [], o = [], z$1(r, r.__k, i || p$3, p$3, r.namespaceURI, i ? null : r.firstChild ? d$3.call(r.childNodes) : null, f, i ? i.__e : r.firstChild, u, o), E$1(f, r.__k, o), r.__k.props.children = null;
}
n$1 = { __e: function(n, t, r, u) {
	for (var i, o, e; t = t.__;) if ((i = t.__c) && !(1 & i.__g)) {
		i.__g |= 4;
		try {
			if ((e = (o = i.constructor) && o.getDerivedStateFromError) && i.setState(o.getDerivedStateFromError(n)), i.componentDidCatch && (i.componentDidCatch(n, u || {}), e = 1), e && 8 & i.__g) return void (i.__g |= 2);
		} catch (t) {
			n = t;
		}
	}
	throw f$3 = 0, n;
} }, t$2 = 0, r$2 = function(n) {
	return null != n && n.constructor === h$3;
}, x$1.prototype.setState = function(n, t) {
	var r = this.__s;
	r && r != this.state || (r = this.__s = _$2({}, this.state)), "function" == typeof n && (n = n(_$2({}, r), this.props)), n && (_$2(r, n), this.__v && (t && this.__k.push(t), L(this)));
}, x$1.prototype.forceUpdate = function(n) {
	this.__v && (this.__g |= 4, n && this.__h.push(n), L(this));
}, x$1.prototype.render = $, u$3 = [], f$3 = 0, o$3 = function(n, t) {
	return n.__v.__b - t.__v.__b;
}, e$2 = Symbol(), l$2 = /(PointerCapture)$|Capture$/i, c$2 = 0, a$3 = {};
// node_modules/preact/hooks/dist/hooks.mjs
var t$1;
var r$1;
var u$2;
var i$1;
var o$2 = Object.is;
var f$2 = 0;
var c$1 = [];
var e$1 = [];
var a$2 = n$1;
var v$1 = a$2.__b;
var l$1 = a$2.__r;
var m$2 = a$2.diffed;
var h$2 = a$2.__c;
var s$1 = a$2.unmount;
var p$2 = a$2.__;
function y$2(n, t) {
	a$2.__h && a$2.__h(r$1, n, f$2 || t), f$2 = 0;
	var u = r$1.__H || (r$1.__H = {
		__: [],
		__h: []
	});
	return n >= u.__.length && u.__.push({}), u.__[n];
}
function d$2(n) {
	return f$2 = 1, _$1(G, n);
}
function _$1(n, u, i) {
	var f = y$2(t$1++, 2);
	if (f.t = n, !f.__c && (f.__ = [i ? i(u) : G(void 0, u), function(n) {
		var t = (f.__N || f.__)[0], r = f.t(t, n);
		o$2(t, r) || (f.__N = [r, f.__[1]], f.__c.setState({}));
	}], f.__c = r$1, !r$1.__f)) {
		r$1.__f = !0;
		var c = r$1.shouldComponentUpdate;
		r$1.shouldComponentUpdate = function(n, t, r) {
			var u = this.__H;
			if (!u) return !0;
			var i = !1, f = this.props != n;
			if (u.__.some(function(n) {
				n.__N && (i = !0, o$2(n.__[0], n.__N[0]) || (f = !0));
			}), c) {
				var e = c.call(this, n, t, r);
				return i ? e || f : e;
			}
			return !i || f;
		};
	}
	return f.__;
}
function A$1(n, u) {
	var i = y$2(t$1++, 3);
	!a$2.__s && E(i.__H, u) && (i.__P = !0, i.__ = n, i.u = u, r$1.__H.__h.push(i));
}
function F$1(n, u) {
	var i = y$2(t$1++, 4);
	!a$2.__s && E(i.__H, u) && (i.__P = !1, i.__ = n, i.u = u, r$1.__h.push(i));
}
function T(n) {
	return f$2 = 5, w$2(function() {
		return { current: n };
	}, []);
}
function w$2(n, r) {
	var u = y$2(t$1++, 7);
	return E(u.__H, r) && (u.__ = n(), u.__H = r), u.__;
}
function g$2() {
	var n;
	do {
		for (; n = e$1.shift();) try {
			C(n);
		} catch (t) {
			a$2.__e(t, { __: (n = n.__P) && n.__v });
		}
		for (; n = c$1.shift();) {
			var t = n.__H;
			if (n.__P && t) try {
				t.__h.some(C), t.__h.some(D), t.__h = [];
			} catch (r) {
				t.__h = [], a$2.__e(r, n.__v);
			}
		}
	} while (e$1.length);
}
a$2.__b = function(n) {
	r$1 = null, v$1 && v$1(n);
}, a$2.__ = function(n, t) {
	n && t.__k && t.__k.__m && (n.__m = t.__k.__m), p$2 && p$2(n, t);
}, a$2.__r = function(n) {
	l$1 && l$1(n), t$1 = 0;
	var i = (r$1 = n.__c).__H;
	i && (u$2 == r$1 ? r$1.__h = [] : (i.__h.some(C), i.__h.some(D), t$1 = 0), i.__h = [], i.__.some(function(n) {
		n.__N && (n.__ = n.__N), n.u = n.__N = void 0;
	})), u$2 = r$1;
}, a$2.diffed = function(n) {
	m$2 && m$2(n);
	var t = n.__c;
	t && t.__H && (t.__H.__h.length && B(c$1.push(t)), t.__H.__.some(function(n) {
		n.u && (n.__H = n.u);
	})), u$2 = r$1 = null;
}, a$2.__c = function(n, t) {
	t.some(function(n) {
		try {
			n.__h.some(C), n.__h = n.__h.filter(function(n) {
				return !n.__ || D(n);
			});
		} catch (t) {
			n.__h = [function() {
				throw t;
			}];
		}
	}), h$2 && h$2(n, t);
}, a$2.unmount = function(n) {
	s$1 && s$1(n);
	var t, r, u = n.__c;
	u && u.__H && (u.__H.__.some(function(u) {
		try {
			if (u.__P && u.__c) {
				if (void 0 === r) {
					for (r = n.__; r && (!r.__c || !r.__c.__P);) r = r.__;
					r = r && r.__c;
				}
				u.__P = r, B(e$1.push(u));
			} else C(u);
		} catch (n) {
			t = n;
		}
	}), u.__H = void 0, t && a$2.__e(t, u.__v));
};
var k$1 = "function" == typeof requestAnimationFrame;
function z(n) {
	var t, r = function() {
		clearTimeout(u), k$1 && cancelAnimationFrame(t), setTimeout(n);
	}, u = setTimeout(r, 35);
	k$1 && (t = requestAnimationFrame(r));
}
function B(n) {
	1 != n && i$1 == a$2.requestAnimationFrame || ((i$1 = a$2.requestAnimationFrame) || z)(g$2);
}
function C(n) {
	var t = r$1, u = n.__c;
	"function" == typeof u && (n.__c = void 0, u()), r$1 = t;
}
function D(n) {
	var t = r$1;
	n.__c = n.__(), r$1 = t;
}
function E(n, t) {
	return !n || n.length != t.length || t.some(function(t, r) {
		return !o$2(t, n[r]);
	});
}
function G(n, t) {
	return "function" == typeof t ? t(n) : t;
}
// node_modules/@preact/signals-core/dist/signals-core.module.js
var i = Symbol.for("preact-signals");
function t() {
	if (!(v > 1)) {
		var i, t = !1;
		(function() {
			var i = c;
			c = void 0;
			while (void 0 !== i) {
				var t = i.S;
				if (t.v === i.v) {
					for (var r = t.t; void 0 !== r; r = r.x) if (r.i === i.i) r.i = t.i;
				}
				i = i.o;
			}
		})();
		while (void 0 !== h$1) {
			var r = h$1;
			h$1 = void 0;
			s++;
			while (void 0 !== r) {
				var n = r.u;
				r.u = void 0;
				r.f &= -3;
				if (!(8 & r.f) && w$1(r)) try {
					r.c();
				} catch (r) {
					if (!t) {
						i = r;
						t = !0;
					}
				}
				r = n;
			}
		}
		s = 0;
		v--;
		if (t) throw i;
	} else v--;
}
function r(i) {
	if (v > 0) return i();
	u$1 = ++e;
	v++;
	try {
		return i();
	} finally {
		t();
	}
}
var n;
var o$1 = void 0;
function f$1(i) {
	var t = o$1, r = n;
	o$1 = void 0;
	n = void 0;
	try {
		return i();
	} finally {
		o$1 = t;
		n = r;
	}
}
var h$1 = void 0;
var v = 0;
var s = 0;
var e = 0;
var u$1 = 0;
var c = void 0;
var a$1 = 0;
function d$1(i) {
	if (void 0 !== o$1) {
		var t = i.n;
		if (void 0 === t || t.t !== o$1) {
			t = {
				i: 0,
				S: i,
				p: o$1.s,
				n: void 0,
				t: o$1,
				e: void 0,
				x: void 0,
				r: t
			};
			if (void 0 !== o$1.s) o$1.s.n = t;
			o$1.s = t;
			i.n = t;
			if (32 & o$1.f) i.S(t);
			return t;
		} else if (-1 === t.i) {
			t.i = 0;
			if (void 0 !== t.n) {
				t.n.p = t.p;
				if (void 0 !== t.p) t.p.n = t.n;
				t.p = o$1.s;
				t.n = void 0;
				o$1.s.n = t;
				o$1.s = t;
			}
			return t;
		}
	}
}
function l(i, t) {
	this.v = i;
	this.i = 0;
	this.n = void 0;
	this.t = void 0;
	this.l = 0;
	this.W = null == t ? void 0 : t.watched;
	this.Z = null == t ? void 0 : t.unwatched;
	this.name = null == t ? void 0 : t.name;
}
l.prototype.brand = i;
l.prototype.h = function() {
	return !0;
};
l.prototype.S = function(i) {
	var t = this, r = this.t;
	if (r !== i && void 0 === i.e) {
		i.x = r;
		this.t = i;
		if (void 0 !== r) r.e = i;
		else f$1(function() {
			var i;
			null == (i = t.W) || i.call(t);
		});
	}
};
l.prototype.U = function(i) {
	var t = this;
	if (void 0 !== this.t) {
		var r = i.e, n = i.x;
		if (void 0 !== r) {
			r.x = n;
			i.e = void 0;
		}
		if (void 0 !== n) {
			n.e = r;
			i.x = void 0;
		}
		if (i === this.t) {
			this.t = n;
			if (void 0 === n) f$1(function() {
				var i;
				null == (i = t.Z) || i.call(t);
			});
		}
	}
};
l.prototype.subscribe = function(i) {
	var t = this;
	return x(function() {
		var r = t.value;
		f$1(function() {
			return i(r);
		});
	}, { name: "sub" });
};
l.prototype.valueOf = function() {
	return this.value;
};
l.prototype.toString = function() {
	return this.value + "";
};
l.prototype.toJSON = function() {
	return this.value;
};
l.prototype.peek = function() {
	var i = this;
	return f$1(function() {
		return i.value;
	});
};
Object.defineProperty(l.prototype, "value", {
	get: function() {
		var i = d$1(this);
		if (void 0 !== i) i.i = this.i;
		return this.v;
	},
	set: function(i) {
		if (i !== this.v) {
			if (s > 100) throw new Error("Cycle detected");
			(function(i) {
				if (0 !== v && 0 === s) {
					if (i.l !== u$1) {
						i.l = u$1;
						c = {
							S: i,
							v: i.v,
							i: i.i,
							o: c
						};
					}
				}
			})(this);
			this.v = i;
			this.i++;
			a$1++;
			v++;
			try {
				for (var r = this.t; void 0 !== r; r = r.x) r.t.N();
			} finally {
				t();
			}
		}
	}
});
function y$1(i, t) {
	return new l(i, t);
}
function w$1(i) {
	for (var t = i.s; void 0 !== t; t = t.n) if (t.S.i !== t.i || !t.S.h() || t.S.i !== t.i) return !0;
	return !1;
}
function b$1(i) {
	for (var t = i.s; void 0 !== t; t = t.n) {
		var r = t.S.n;
		if (void 0 !== r) t.r = r;
		t.S.n = t;
		t.i = -1;
		if (void 0 === t.n) {
			i.s = t;
			break;
		}
	}
}
function _(i) {
	var t = i.s, r = void 0;
	while (void 0 !== t) {
		var n = t.p;
		if (-1 === t.i) {
			t.S.U(t);
			if (void 0 !== n) n.n = t.n;
			if (void 0 !== t.n) t.n.p = n;
		} else r = t;
		t.S.n = t.r;
		if (void 0 !== t.r) t.r = void 0;
		t = n;
	}
	i.s = r;
}
function j(i, t) {
	l.call(this, void 0, t);
	this.x = i;
	this.s = void 0;
	this.g = a$1 - 1;
	this.f = 4;
}
j.prototype = new l();
j.prototype.h = function() {
	this.f &= -3;
	if (1 & this.f) return !1;
	if (32 == (36 & this.f)) return !0;
	this.f &= -5;
	if (this.g === a$1) return !0;
	this.g = a$1;
	this.f |= 1;
	if (this.i > 0 && !w$1(this)) {
		this.f &= -2;
		return !0;
	}
	var i = o$1;
	try {
		b$1(this);
		o$1 = this;
		var t = this.x();
		if (16 & this.f || this.v !== t || 0 === this.i) {
			this.v = t;
			this.f &= -17;
			this.i++;
		}
	} catch (i) {
		this.v = i;
		this.f |= 16;
		this.i++;
	}
	o$1 = i;
	_(this);
	this.f &= -2;
	return !0;
};
j.prototype.S = function(i) {
	if (void 0 === this.t) {
		this.f |= 36;
		for (var t = this.s; void 0 !== t; t = t.n) t.S.S(t);
	}
	l.prototype.S.call(this, i);
};
j.prototype.U = function(i) {
	if (void 0 !== this.t) {
		l.prototype.U.call(this, i);
		if (void 0 === this.t) {
			this.f &= -33;
			for (var t = this.s; void 0 !== t; t = t.n) t.S.U(t);
		}
	}
};
j.prototype.N = function() {
	if (!(2 & this.f)) {
		this.f |= 6;
		for (var i = this.t; void 0 !== i; i = i.x) i.t.N();
	}
};
Object.defineProperty(j.prototype, "value", { get: function() {
	if (1 & this.f) throw new Error("Cycle detected");
	var i = d$1(this);
	this.h();
	if (void 0 !== i) i.i = this.i;
	if (16 & this.f) throw this.v;
	return this.v;
} });
function O(i, t) {
	return new j(i, t);
}
function p$1(i) {
	var r = i.j;
	i.j = void 0;
	if ("function" == typeof r) {
		v++;
		var n = o$1;
		o$1 = void 0;
		try {
			r();
		} catch (t) {
			i.f &= -2;
			i.f |= 8;
			g$1(i);
			throw t;
		} finally {
			o$1 = n;
			t();
		}
	}
}
function g$1(i) {
	for (var t = i.s; void 0 !== t; t = t.n) t.S.U(t);
	i.x = void 0;
	i.s = void 0;
	p$1(i);
}
function S(i) {
	if (o$1 !== this) throw new Error("Out-of-order effect");
	_(this);
	o$1 = i;
	this.f &= -2;
	try {
		if (8 & this.f) g$1(this);
	} finally {
		t();
	}
}
function m$1(i, t) {
	this.x = i;
	this.j = void 0;
	this.s = void 0;
	this.u = void 0;
	this.f = 32;
	this.name = null == t ? void 0 : t.name;
	if (n) n.push(this);
}
m$1.prototype.c = function() {
	var i = this.S();
	try {
		if (8 & this.f) return;
		if (void 0 === this.x) return;
		var t = this.x();
		if ("function" == typeof t) this.j = t;
	} finally {
		i();
	}
};
m$1.prototype.S = function() {
	if (1 & this.f) throw new Error("Cycle detected");
	this.f |= 1;
	this.f &= -9;
	p$1(this);
	b$1(this);
	v++;
	var i = o$1;
	o$1 = this;
	return S.bind(this, i);
};
m$1.prototype.N = function() {
	if (!(2 & this.f)) {
		this.f |= 2;
		this.u = h$1;
		h$1 = this;
	}
};
m$1.prototype.d = function() {
	this.f |= 8;
	if (!(1 & this.f)) g$1(this);
};
m$1.prototype.dispose = function() {
	this.d();
};
function x(i, t) {
	var r = new m$1(i, t);
	try {
		r.c();
	} catch (i) {
		r.d();
		throw i;
	}
	var n = r.d.bind(r);
	n[Symbol.dispose] = n;
	return n;
}
// node_modules/@preact/signals/dist/signals.module.js
var h;
var p;
var m = "undefined" != typeof window && !!window.__PREACT_SIGNALS_DEVTOOLS__;
var g = [];
x(function() {
	h = this.N;
})();
function b(i, n) {
	n$1[i] = n.bind(null, n$1[i] || function() {});
}
function y(i) {
	if (p) {
		var n = p;
		p = void 0;
		n();
	}
	p = i && i.S();
}
function w(i) {
	var n = this, r = i.data, t = useSignal(r);
	t.name = "ReactiveDom";
	t.value = r;
	var e = w$2(function() {
		var i = n, r = n.__v;
		while (r = r.__) if (r.__c) {
			r.__c.__$f |= 4;
			break;
		}
		var o = O(function() {
			var i = t.value.value;
			return 0 === i ? 0 : !0 === i ? "" : i || "";
		}), e = O(function() {
			return !Array.isArray(o.value) && !r$2(o.value);
		}), u = x(function() {
			this.N = M;
			if (e.value) {
				var n = o.value;
				if (i.__v && i.__v.__e && 3 === i.__v.__e.nodeType) i.__v.__e.data = n;
			}
		}), c = n.__$u.d;
		n.__$u.d = function() {
			u();
			c.call(this);
		};
		return [e, o];
	}, []), u = e[0], c = e[1];
	return u.value ? c.peek() : c.value;
}
w.displayName = "ReactiveTextNode";
Object.defineProperties(l.prototype, {
	constructor: {
		configurable: !0,
		value: k$2($, null).constructor
	},
	type: {
		configurable: !0,
		value: w
	},
	props: {
		configurable: !0,
		get: function() {
			var i = this;
			return { data: { get value() {
				return i.value;
			} } };
		}
	},
	__b: {
		configurable: !0,
		value: 1
	}
});
b("__b", function(i, n) {
	y();
	if ("string" == typeof n.type) {
		var r, t = n.props;
		for (var f in t) if ("children" !== f) {
			var o = t[f];
			if (o instanceof l) {
				if (!r) n.__np = r = {};
				r[f] = o;
				t[f] = o.peek();
			}
		}
	}
	i(n);
});
b("__r", function(i, r) {
	i(r);
	if (r.type !== $) {
		y();
		var t, f = r.__c;
		if (f) {
			f.__$f &= -2;
			if (void 0 === (t = f.__$u)) f.__$u = t = function(i, n) {
				var r;
				x(function() {
					r = this;
				}, { name: n });
				r.c = i;
				return r;
			}(function(i) {
				return function() {
					var n;
					if (m) null == (n = this.y) || n.call(this);
					i.__$f |= 1;
					i.setState({});
				};
			}(f), "function" == typeof r.type ? r.type.displayName || r.type.name : "");
		}
		y(t);
	}
});
b("__e", function(i, n, r, t) {
	y();
	i(n, r, t);
});
b("diffed", function(i, n) {
	y();
	var r;
	if ("string" == typeof n.type && (r = n.__e)) {
		var t = n.__np, f = n.props, o = r.U;
		if (o) for (var e in o) {
			var u = o[e];
			if (!(void 0 === u || t && e in t)) {
				u.d();
				o[e] = void 0;
			}
		}
		if (t) {
			if (!o) {
				o = {};
				r.U = o;
			}
			for (var a in t) {
				var c = o[a], v = t[a];
				if (void 0 === c) {
					c = k(r, a, v, f);
					o[a] = c;
				} else c.o(v, f);
			}
		}
	}
	i(n);
});
function k(i, n, r, t) {
	var f = n in i && void 0 === i.ownerSVGElement, o = y$1(r);
	return {
		o: function(i, n) {
			o.value = i;
			t = n;
		},
		d: x(function() {
			this.N = M;
			var r = o.value.value;
			if (t[n] !== r) {
				t[n] = r;
				if (f) i[n] = r;
				else if (null != r && (!1 !== r || "-" === n[4])) i.setAttribute(n, r);
				else i.removeAttribute(n);
			}
		})
	};
}
b("unmount", function(i, n) {
	if ("string" == typeof n.type) {
		var r = n.__e;
		if (r) {
			var t = r.U;
			if (t) {
				r.U = void 0;
				for (var f in t) {
					var o = t[f];
					if (o) o.d();
				}
			}
		}
		var e = n.__np;
		if (e) {
			var u = n.props;
			for (var a in e) u[a] = e[a];
		}
		n.__np = void 0;
	} else {
		var c = n.__c;
		if (c) {
			c.__$f |= 8;
			var v = c.__$u;
			if (v) {
				c.__$u = void 0;
				v.d();
			}
		}
	}
	i(n);
});
b("__h", function(i, n, r, t) {
	if (t < 3) n.__$f |= 2;
	i(n, r, t);
});
x$1.prototype.shouldComponentUpdate = function(i, n) {
	if (this.__R) return !0;
	var r = this.__$u, t = r && void 0 !== r.s;
	for (var f in n) return !0;
	if (this.__f || "boolean" == typeof this.u && !0 === this.u) {
		var o = 2 & this.__$f;
		if (!(t || o || 4 & this.__$f)) return !0;
		if (1 & this.__$f) return !0;
	} else {
		if (!(t || 4 & this.__$f)) return !0;
		if (3 & this.__$f) return !0;
	}
	for (var e in i) if ("__source" !== e && i[e] !== this.props[e]) return !0;
	for (var u in this.props) if (!(u in i)) return !0;
	return !1;
};
function useSignal(i, n) {
	return w$2(function() {
		return y$1(i, n);
	}, []);
}
var A = function(i) {
	queueMicrotask(function() {
		queueMicrotask(i);
	});
};
function F() {
	r(function() {
		var i;
		while (i = g.shift()) h.call(i);
	});
}
function M() {
	if (1 === g.push(this)) (n$1.requestAnimationFrame || A)(F);
}
// mock/console/address.ts
const consoleRoot = new URL("../", import.meta.url);
const mockRoot = new URL("../../../", import.meta.url);
// mock/console/routes.ts
const place$1 = y$1(placeAt(location.href));
function placeAt(href, root = consoleRoot) {
	const url = new URL(href, root);
	return {
		path: url.pathname.slice(root.pathname.length).split("/").filter(Boolean).map(decodeURIComponent),
		query: url.searchParams
	};
}
function href(path, query = {}) {
	const url = new URL(path.map(encodeURIComponent).join("/"), consoleRoot);
	const as = place$1.value.query.get("as");
	for (const [name, value] of Object.entries({
		as,
		...query
	})) if (value) url.searchParams.set(name, value);
	return url.pathname + url.search;
}
function hrefHere(change) {
	const { path, query } = place$1.value;
	return href(path, {
		...Object.fromEntries(query),
		...change
	});
}
function go(to, replace = false) {
	if (new URL(to, location.href).href === location.href) return;
	history.replaceState({ scroll: scrollY }, "");
	if (replace) history.replaceState(null, "", to);
	else history.pushState(null, "", to);
	const before = place$1.value;
	place$1.value = placeAt(location.href);
	if (!replace && before.path.slice(0, 2).join("/") !== place$1.value.path.slice(0, 2).join("/")) scrollTo(0, 0);
}
function followLinks() {
	history.scrollRestoration = "manual";
	addEventListener("popstate", (event) => {
		place$1.value = placeAt(location.href);
		const { scroll } = event.state ?? {};
		if (scroll !== void 0) scrollWhenHighEnough(scroll);
	});
	addEventListener("pagehide", () => history.replaceState({ scroll: scrollY }, ""));
	const { scroll } = history.state ?? {};
	if (scroll) scrollWhenHighEnough(scroll);
	addEventListener("click", (event) => {
		if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
		const link = event.target.closest?.("a");
		if (!link || link.target || link.download || !link.href.startsWith(consoleRoot.href)) return;
		event.preventDefault();
		go(link.href);
	});
}
function scrollWhenHighEnough(top, tries = 20) {
	requestAnimationFrame(() => {
		scrollTo(0, top);
		if (Math.abs(scrollY - top) > 2 && tries > 0) setTimeout(() => scrollWhenHighEnough(top, tries - 1), 50);
	});
}
// mock/console/generated/calls.gen.ts
const serviceCalls = {
	createAgentCompletion: "POST /v1/agent/chat/completions",
	createChatCompletion: "POST /v1/chat/completions",
	listKnowledgeFolders: "GET /v1/knowledge/folders",
	searchKnowledge: "POST /v1/knowledge/search",
	listModels: "GET /v1/models",
	listAgents: "GET /agents/",
	getAgent: "GET /agents/{agent_id}",
	startRun: "POST /agents/{agent_id}/run",
	respondToRun: "POST /agents/{agent_id}/runs/{run_id}/respond",
	stopRun: "POST /agents/{agent_id}/runs/{run_id}/stop",
	cancelRun: "POST /agents/runs/{run_id}/cancel",
	pauseRun: "POST /agents/runs/{run_id}/pause",
	resumeRun: "POST /agents/runs/{run_id}/resume",
	retryRun: "POST /agents/runs/{run_id}/retry",
	listRuns: "GET /runs",
	getRun: "GET /runs/{run_id}",
	streamChat: "GET /chats/{chat_id}/stream",
	listTasks: "GET /tasks",
	createTask: "POST /tasks",
	getTaskByNumber: "GET /tasks/by-number/{ref}",
	getTask: "GET /tasks/{task_id}",
	updateTask: "PATCH /tasks/{task_id}",
	deleteTask: "DELETE /tasks/{task_id}",
	setTaskAssignee: "PATCH /tasks/{task_id}/assignee",
	listTaskRuns: "GET /tasks/{task_id}/runs",
	setTaskStatus: "PATCH /tasks/{task_id}/status",
	listWorkflows: "GET /workflows/",
	getWorkflowRunUsage: "GET /workflows/run-usage",
	listPendingWorkflowApprovals: "GET /workflows/approvals/pending",
	getWorkflow: "GET /workflows/{workflow_id}",
	startWorkflowRun: "POST /workflows/{workflow_id}/run",
	listWorkflowRuns: "GET /workflows/{workflow_id}/runs",
	getWorkflowRunsSummary: "GET /workflows/{workflow_id}/runs/summary",
	getWorkflowRun: "GET /workflows/{workflow_id}/runs/{run_id}",
	listWorkflowRunSteps: "GET /workflows/{workflow_id}/runs/{run_id}/steps",
	listPendingApprovals: "GET /approvals/pending/list",
	getApproval: "GET /approvals/{approval_id}",
	getInsightsSummary: "GET /insights/summary",
	getAgentStats: "GET /admin/agents/stats",
	getUsageByUser: "GET /admin/agents/usage-by-user",
	getUsageByTeam: "GET /admin/agents/usage-by-team",
	getDashboardStats: "GET /dashboard/stats",
	getSpendByAgent: "GET /admin/wallet/org/spend-by-agent",
	getSpendByModel: "GET /admin/wallet/org/spend-by-model",
	getSpendByTeam: "GET /admin/wallet/org/spend-by-team",
	getSpendByUser: "GET /admin/wallet/org/spend-by-user",
	getSpendOverTime: "GET /admin/wallet/org/spend-over-time",
	getTeamStats: "GET /admin/wallet/team-stats",
	getWallet: "GET /wallet",
	getMyUsage: "GET /wallet/my-usage",
	getMonthlyStatement: "GET /wallet/monthly-statement",
	getEntitlements: "GET /settings/entitlements",
	getAgencyClientUsage: "GET /agency/clients/{client_id}/usage"
};
const controlCalls = {
	getHealth: "GET /_mock/health",
	getReadiness: "GET /_mock/ready",
	getMetrics: "GET /_mock/metrics",
	getTarget: "GET /_mock/target.yaml",
	getServiceDocument: "GET /_mock/openapi.json",
	getControlDocument: "GET /_mock/control.json",
	followEvents: "GET /_mock/events",
	showReference: "GET /_mock/reference",
	showControlReference: "GET /_mock/reference/control",
	listWorkspaces: "GET /_mock/workspaces",
	createWorkspace: "POST /_mock/workspaces",
	readWorkspace: "GET /_mock/workspaces/{workspace_id}",
	deleteWorkspace: "DELETE /_mock/workspaces/{workspace_id}",
	resetWorkspace: "POST /_mock/workspaces/{workspace_id}/reset",
	getWorkspaceDocument: "GET /_mock/workspaces/{workspace_id}/openapi.json",
	readClock: "GET /_mock/workspaces/{workspace_id}/clock",
	setClock: "PUT /_mock/workspaces/{workspace_id}/clock",
	advanceClock: "POST /_mock/workspaces/{workspace_id}/clock/advance",
	readAgenda: "GET /_mock/workspaces/{workspace_id}/agenda",
	listTransitions: "GET /_mock/workspaces/{workspace_id}/transitions",
	listPeople: "GET /_mock/workspaces/{workspace_id}/people",
	listWaiting: "GET /_mock/workspaces/{workspace_id}/waiting",
	decideApproval: "POST /_mock/workspaces/{workspace_id}/approvals/{approval_id}/decision",
	archiveTask: "POST /_mock/workspaces/{workspace_id}/tasks/{task}/archive",
	unarchiveTask: "POST /_mock/workspaces/{workspace_id}/tasks/{task}/unarchive",
	runTask: "POST /_mock/workspaces/{workspace_id}/tasks/{task}/run",
	listKeys: "GET /_mock/workspaces/{workspace_id}/keys",
	createKey: "POST /_mock/workspaces/{workspace_id}/keys",
	changeKey: "PATCH /_mock/workspaces/{workspace_id}/keys/{key_id}",
	readBalance: "GET /_mock/workspaces/{workspace_id}/wallet",
	setBalance: "PUT /_mock/workspaces/{workspace_id}/wallet",
	topUp: "POST /_mock/workspaces/{workspace_id}/wallet/top-ups",
	setPlan: "PUT /_mock/workspaces/{workspace_id}/plan",
	readPolicy: "GET /_mock/workspaces/{workspace_id}/policy",
	setPolicy: "PUT /_mock/workspaces/{workspace_id}/policy",
	deletePolicy: "DELETE /_mock/workspaces/{workspace_id}/policy",
	readWorld: "GET /_mock/workspaces/{workspace_id}/world",
	changeWorld: "PATCH /_mock/workspaces/{workspace_id}/world",
	listEntries: "GET /_mock/workspaces/{workspace_id}/world/{kind}",
	readEntry: "GET /_mock/workspaces/{workspace_id}/world/{kind}/{handle}",
	putEntry: "PUT /_mock/workspaces/{workspace_id}/world/{kind}/{handle}",
	deleteEntry: "DELETE /_mock/workspaces/{workspace_id}/world/{kind}/{handle}",
	listSnapshots: "GET /_mock/workspaces/{workspace_id}/snapshots",
	saveSnapshot: "POST /_mock/workspaces/{workspace_id}/snapshots",
	readSnapshot: "GET /_mock/workspaces/{workspace_id}/snapshots/{snapshot_id}",
	deleteSnapshot: "DELETE /_mock/workspaces/{workspace_id}/snapshots/{snapshot_id}",
	readAnySnapshotFile: "GET /_mock/snapshots/{snapshot_id}/file",
	readSnapshotFile: "GET /_mock/workspaces/{workspace_id}/snapshots/{snapshot_id}/file",
	restoreSnapshot: "POST /_mock/workspaces/{workspace_id}/snapshots/{snapshot_id}/restore",
	readDifference: "GET /_mock/workspaces/{workspace_id}/snapshots/{snapshot_id}/difference",
	listExchanges: "GET /_mock/workspaces/{workspace_id}/journal",
	clearJournal: "DELETE /_mock/workspaces/{workspace_id}/journal",
	readExchange: "GET /_mock/workspaces/{workspace_id}/journal/exchanges/{exchange_id}",
	findExchanges: "POST /_mock/workspaces/{workspace_id}/journal/find",
	verifyExchanges: "POST /_mock/workspaces/{workspace_id}/journal/verify",
	waitForExchange: "POST /_mock/workspaces/{workspace_id}/journal/wait",
	exportHar: "GET /_mock/workspaces/{workspace_id}/journal/har",
	replayExchanges: "POST /_mock/workspaces/{workspace_id}/journal/replay",
	listUnmatchedRequests: "GET /_mock/unmatched",
	listFaults: "GET /_mock/workspaces/{workspace_id}/faults",
	addFault: "POST /_mock/workspaces/{workspace_id}/faults",
	clearFaults: "DELETE /_mock/workspaces/{workspace_id}/faults",
	removeFault: "DELETE /_mock/workspaces/{workspace_id}/faults/{fault_id}",
	listSituations: "GET /_mock/situations",
	triggerSituation: "POST /_mock/workspaces/{workspace_id}/situations/{situation}",
	explainExchange: "GET /_mock/explain/{exchange_id}",
	readHistory: "GET /_mock/workspaces/{workspace_id}/history/{resource_id}",
	readAudience: "GET /_mock/workspaces/{workspace_id}/audience/{resource_id}",
	findResource: "GET /_mock/find",
	listGaps: "GET /_mock/gaps",
	lintClient: "GET /_mock/workspaces/{workspace_id}/lint",
	readCoverage: "GET /_mock/workspaces/{workspace_id}/coverage",
	readTotalCoverage: "GET /_mock/coverage"
};
// mock/console/calls/call.ts
var Refused = class extends Error {
	status;
	code;
	exchange;
	constructor(status, code, message, exchange) {
		super(message);
		this.status = status;
		this.code = code;
		this.exchange = exchange;
	}
};
var Unreachable = class extends Error {};
function service(id, wanted, as) {
	return {
		...callOf("service", id, serviceCalls[id], wanted),
		as
	};
}
function control(id, wanted) {
	return callOf("control", id, controlCalls[id], wanted);
}
function callOf(api, id, row, wanted) {
	const [method = "GET", pattern = "/"] = row.split(" ");
	const values = wanted.path ?? {};
	const path = pattern.slice(1).replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ""));
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(wanted.query ?? {})) for (const one of Array.isArray(value) ? value : [value]) if (one !== void 0 && one !== null && one !== "") query.append(name, String(one));
	return {
		api,
		id,
		method,
		url: query.size > 0 ? `${path}?${query}` : path,
		pattern,
		wanted
	};
}
const CONTROL_KEY = "agent-work-control-key";
const controlKey = {
	get: () => sessionStorage.getItem(CONTROL_KEY) ?? "",
	set: (key) => sessionStorage.setItem(CONTROL_KEY, key)
};
let whenKeyNeeded = () => {};
function onKeyNeeded(listener) {
	whenKeyNeeded = listener;
}
async function make(call, signal) {
	const { body } = call.wanted;
	const key = controlKey.get();
	const headers = {
		...call.as === void 0 ? { "X-Mock-Console": "1" } : { "X-Mock-As": call.as },
		...key === "" ? {} : { "X-Mock-Control-Key": key },
		...body === void 0 ? {} : { "Content-Type": "application/json" }
	};
	const reply = await fetch(new URL(call.url, mockRoot), {
		method: call.method,
		headers,
		cache: "no-store",
		...body === void 0 ? {} : { body: JSON.stringify(body) },
		...signal ? { signal } : {}
	}).catch((error) => {
		if (signal?.aborted) throw error;
		throw new Unreachable("The mock does not answer.");
	});
	if (reply.ok) return reply;
	throw await refusalIn(reply);
}
async function refusalIn(reply) {
	const text = await reply.text();
	const { error = {} } = parsed(text);
	if (error.code === "control_key_needed") whenKeyNeeded();
	const exchange = reply.headers.get("x-mock-exchange");
	return new Refused(reply.status, error.code ?? `status ${reply.status}`, error.message ?? text, exchange);
}
function parsed(text) {
	try {
		return JSON.parse(text) ?? {};
	} catch {
		return {};
	}
}
async function askService(id, wanted, as) {
	return bodyOf(await make(service(id, wanted, as)));
}
async function askControl(id, wanted) {
	return bodyOf(await make(control(id, wanted)));
}
async function bodyOf(reply) {
	const text = await reply.text();
	return text === "" ? void 0 : JSON.parse(text);
}
// node_modules/preact/jsx-runtime/dist/jsxRuntime.mjs
var f = Symbol.for("pv");
var o = 0;
Array.isArray;
function a(t, e, n, u, a, i) {
	e || (e = {});
	var c, l, p = e;
	if ("ref" in p && "function" != typeof t) for (l in p = {}, e) "ref" == l ? c = e[l] : p[l] = e[l];
	var s = {
		type: t,
		props: p,
		key: n,
		ref: c,
		__k: null,
		__: null,
		__b: 0,
		__e: null,
		__c: null,
		constructor: f,
		__v: --o,
		__i: -1,
		__u: 0
	};
	return (a || i) && (s.__source = a, s.__self = i), n$1.vnode && n$1.vnode(s), s;
}
// mock/console/kit/icon.tsx
const shapes = {
	now: "M8 1.8v3M8 11.2v3M1.8 8h3M11.2 8h3M3.6 3.6l2.1 2.1M10.3 10.3l2.1 2.1M12.4 3.6l-2.1 2.1M5.7 10.3l-2.1 2.1",
	waiting: "M3 13.5V8.2a5 5 0 0110 0v5.3M1.8 13.5h12.4M8 1.6v1.6",
	runs: "M4.5 2.8l8 5.2-8 5.2z",
	board: "M2.2 2.5h3.2v11H2.2zM6.4 2.5h3.2v7H6.4zM10.6 2.5h3.2v9h-3.2z",
	agents: "M3.5 5.5h9a1 1 0 011 1v6a1 1 0 01-1 1h-9a1 1 0 01-1-1v-6a1 1 0 011-1zM8 5.5V2.6M6 9v1.2M10 9v1.2",
	workflows: "M2 5.2h4v4H2zM10 2h4v4h-4zM10 10h4v4h-4zM6 7.2h2M8 4v8M8 4h2M8 12h2",
	journal: "M2.5 3.5h11M2.5 6.5h11M2.5 9.5h7M2.5 12.5h9",
	client: "M8 2l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6V4zM5.8 8l1.6 1.6 2.9-3",
	faults: "M8.8 1.8L3.5 9h3.7l-.9 5.2L11.8 7H8z",
	try: "M2.5 3h11v8h-6l-3 2.5V11h-2zM5.5 6h5M5.5 8.3h3",
	people: "M6 7.2a2.3 2.3 0 100-4.6 2.3 2.3 0 000 4.6zM1.8 13.4c.3-2.4 2-3.8 4.2-3.8s3.9 1.4 4.2 3.8M10.6 7a2 2 0 10-.5-3.9M12 9.9c1.3.5 2 1.8 2.2 3.5",
	money: "M12 3.7A5.2 5.2 0 008.6 2.5C5.6 2.5 4 5 4 8s1.6 5.5 4.6 5.5c1.3 0 2.5-.5 3.4-1.2M2.3 6.8h6.4M2.3 9.3h6.4",
	snapshots: "M2 4.8h2.6L5.8 3h4.4l1.2 1.8H14v8.4H2zM8 11a2.3 2.3 0 100-4.6A2.3 2.3 0 008 11z",
	rules: "M4 2h8.2v12H4zM6.2 5.2H10M6.2 8H10M6.2 10.8h2.3",
	workspaces: "M2.2 2.2h5v5h-5zM8.8 2.2h5v5h-5zM2.2 8.8h5v5h-5zM8.8 8.8h5v5h-5z",
	search: "M7 11.5a4.5 4.5 0 100-9 4.5 4.5 0 000 9zM10.3 10.3l3.4 3.4",
	undo: "M5.6 3L2.5 6l3.1 3M2.8 6h6.4a4 4 0 010 8H6",
	eye: "M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM8 9.8a1.8 1.8 0 100-3.6 1.8 1.8 0 000 3.6z",
	copy: "M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1",
	more: "M3.2 8h.1M8 8h.1M12.8 8h.1",
	close: "M3.5 3.5l9 9M12.5 3.5l-9 9",
	down: "M4 6.2l4 4 4-4",
	plus: "M8 3v10M3 8h10",
	check: "M3 8.5l3.3 3.3L13 5",
	skip: "M3 3.5l6 4.5-6 4.5zM12.5 3.5v9",
	code: "M5.2 4.5L1.8 8l3.4 3.5M10.8 4.5L14.2 8l-3.4 3.5",
	send: "M2 8.2L14 2.4 9.7 13.8 7.4 9.1z",
	sun: "M8 11a3 3 0 100-6 3 3 0 000 6zM8 1.2v1.6M8 13.2v1.6M1.2 8h1.6M13.2 8h1.6M3.2 3.2l1.1 1.1M11.7 11.7l1.1 1.1M12.8 3.2l-1.1 1.1M4.3 11.7l-1.1 1.1",
	gate: "M8 1.8l6.2 6.2L8 14.2 1.8 8z"
};
function Icon({ name }) {
	return a("svg", {
		class: "icon-svg",
		viewBox: "0 0 16 16",
		"aria-hidden": "true",
		children: a("path", { d: shapes[name] })
	});
}
// mock/console/state/live.ts
const connection = y$1({ state: "connecting" });
const boot = y$1(null);
const isOutdated = y$1(false);
const version = y$1("");
const workspaces = y$1({});
const exchanges = y$1([]);
const transitions = y$1([]);
const unknownKeys = y$1(0);
const workspaceId = O(() => {
	const [first] = place$1.value.path;
	return first === void 0 || first === "workspaces" || first === "unmatched" || first === "go" ? null : first;
});
const touchListeners = new Set();
function onTouched(listener) {
	touchListeners.add(listener);
	return () => void touchListeners.delete(listener);
}
function touch(workspace, what) {
	const set = new Set(what);
	for (const listener of touchListeners) listener(workspace, set);
}
const chatListeners = new Map();
const chats = y$1([]);
function followChat(id, listener) {
	const listeners = chatListeners.get(id) ?? new Set();
	chatListeners.set(id, listeners.add(listener));
	chats.value = [...chatListeners.keys()];
	return () => {
		listeners.delete(listener);
		if (listeners.size === 0) chatListeners.delete(id);
		chats.value = [...chatListeners.keys()];
	};
}
function startLive() {
	const key = y$1(controlKey.get());
	restart = () => {
		key.value = controlKey.get();
	};
	const port = openWorker();
	let stop;
	x(() => {
		const workspace = workspaceId.value;
		const follow = {
			root: mockRoot.href,
			key: key.value,
			workspaces: workspace === null ? [] : [workspace],
			chats: chats.value
		};
		if (port) port.postMessage(follow);
		else {
			stop?.();
			stop = followStream(follow, null, hear);
		}
	});
	let shown = workspaceId.value;
	x(() => {
		if (workspaceId.value === shown) return;
		shown = workspaceId.value;
		exchanges.value = [];
		transitions.value = [];
	});
}
let restart = () => {};
function reconnect() {
	restart();
}
function openWorker() {
	if (typeof SharedWorker === "undefined") return void 0;
	try {
		const address = new URL("stream-worker.js", import.meta.url).href;
		const url = (trustedTypes()?.createPolicy("agent-work-console", { createScriptURL: () => address }))?.createScriptURL("") ?? address;
		const { port } = new SharedWorker(url, {
			type: "module",
			name: `agent-work-console ${mockRoot.href}`
		});
		port.onmessage = ({ data }) => hear(data);
		addEventListener("pagehide", () => port.postMessage("bye"));
		return port;
	} catch {
		return;
	}
}
function trustedTypes() {
	return globalThis.trustedTypes;
}
function hear(news) {
	if (news.kind === "live") connection.value = { state: "live" };
	else if (news.kind === "lost") {
		const before = connection.value;
		connection.value = {
			state: "lost",
			since: before.state === "lost" ? before.since : new Date(),
			status: news.status
		};
	} else if (news.event === "hello") greet(news.data);
	else if (news.event === "chat") {
		const chat = news.data;
		for (const listener of chatListeners.get(chat.chat_id) ?? []) listener(chat);
	} else if (news.event === "news") take(news.data);
}
function greet(hello) {
	r(() => {
		const isNew = boot.value !== null && boot.value !== hello.boot;
		if (!isOwnConsole(hello.console)) isOutdated.value = true;
		boot.value = hello.boot;
		version.value = hello.version;
		unknownKeys.value = hello.unknown_keys;
		for (const [id, { clock, waiting }] of Object.entries(hello.workspaces)) know(id, {
			clock,
			waiting
		});
		if (isNew) {
			exchanges.value = [];
			transitions.value = [];
		}
	});
	if (!hello.resumed) for (const id of Object.keys(hello.workspaces)) touch(id, ["*"]);
	touch("*", ["*"]);
}
let ownConsole;
function isOwnConsole(served) {
	ownConsole ??= served;
	return ownConsole === served;
}
function take(news) {
	r(() => {
		if (news.unknown_keys !== void 0) unknownKeys.value = news.unknown_keys;
		for (const [id, part] of Object.entries(news.workspaces)) {
			know(id, part);
			if (id !== workspaceId.value) continue;
			if (part.exchanges.length > 0) exchanges.value = merged(exchanges.value, part.exchanges);
			if (part.transitions.length > 0) transitions.value = [...transitions.value, ...part.transitions].slice(-1e3);
		}
	});
	for (const [id, { touched, exchanges }] of Object.entries(news.workspaces)) touch(id, exchanges.length > 0 ? [...touched, "exchanges"] : touched);
	if (news.listed) touch("*", ["workspaces"]);
	if (news.unknown_keys !== void 0) touch("*", ["unknown_keys"]);
}
function merged(known, more) {
	const again = new Map(more.map((line) => [line.id, line]));
	return [...!known.slice(-200).some((line) => again.has(line.id)) ? known : known.map((line) => {
		const newer = again.get(line.id);
		if (newer) again.delete(line.id);
		return newer ?? line;
	}), ...again.values()].slice(-1e3);
}
function know(id, { clock, waiting }) {
	workspaces.value = {
		...workspaces.value,
		[id]: {
			clock,
			waiting,
			heardAt: performance.now()
		}
	};
}
function nowIn(live) {
	const { now, mode, factor } = live.clock;
	const passed = mode === "frozen" ? 0 : (performance.now() - live.heardAt) * (factor ?? 1);
	return Date.parse(now) + passed;
}
const tick = y$1(0);
setInterval(() => {
	if (!document.hidden) tick.value += 1;
}, 1e3);
const now = O(() => {
	tick.value;
	const live = workspaces.value[workspaceId.value ?? ""];
	return live ? nowIn(live) : Date.now();
});
// mock/console/state/toasts.ts
const toasts = y$1([]);
let made = 0;
function say(text, more = {}) {
	made += 1;
	const toast = {
		id: made,
		text,
		isError: false,
		...more
	};
	toasts.value = [...toasts.value.slice(-2), toast];
	const stays = toast.isError ? 12e3 : toast.call ? 7e3 : 2e3;
	setTimeout(() => dismiss(toast.id), stays);
}
function dismiss(id) {
	toasts.value = toasts.value.filter((toast) => toast.id !== id);
}
// mock/console/kit/copy.tsx
async function copy(text, said = "Copied") {
	try {
		if (!navigator.clipboard) throw new Error("no clipboard here");
		await navigator.clipboard.writeText(text);
	} catch {
		const area = document.createElement("textarea");
		area.value = text;
		area.className = "only-read";
		document.body.append(area);
		area.select();
		document.execCommand("copy");
		area.remove();
	}
	say(said);
}
// mock/console/kit/parts.tsx
function Page({ title, note, actions, children }) {
	return a("div", {
		class: "page",
		children: [a("header", {
			class: "page-head",
			children: [a("div", {
				class: "grow stack tight",
				children: [a("h1", { children: title }), note ? a("p", {
					class: "muted",
					children: note
				}) : null]
			}), actions ? a("div", {
				class: "row wrap",
				children: actions
			}) : null]
		}), children]
	});
}
function Panel({ title, actions, children, flush = false, class: more = "", label }) {
	return a("section", {
		class: `panel ${more}`,
		"aria-label": label,
		children: [title ? a("header", { children: [a("h2", { children: title }), actions] }) : null, flush ? children : a("div", {
			class: "body",
			children
		})]
	});
}
function Button({ kind = "", small = false, icon, label, pressed, children, type = "button", class: more = "", onClick, disabled = false }) {
	return a("button", {
		type,
		class: `button ${kind} ${small ? "small" : ""} ${children === void 0 ? "icon" : ""} ${more}`,
		"aria-label": label,
		title: label,
		"aria-pressed": pressed,
		disabled,
		onClick,
		children: [icon ? a(Icon, { name: icon }) : null, children]
	});
}
function Empty({ title, children }) {
	return a("div", {
		class: "empty",
		children: [a("strong", { children: title }), children]
	});
}
function Code({ text, label = "Copy" }) {
	return a("div", {
		class: "code copies",
		children: [a("pre", {
			tabIndex: 0,
			children: text
		}), a(Button, {
			small: true,
			onClick: () => void copy(text),
			children: label
		})]
	});
}
function Loaded({ read, children }) {
	if (read.data !== void 0 && read.data !== null) return a($, { children: children(read.data) });
	if (read.error) return a(Problem, { error: read.error });
	return a(Bones, {});
}
function Bones() {
	const [isLate, setLate] = d$2(false);
	A$1(() => {
		const timer = setTimeout(() => setLate(true), 250);
		return () => clearTimeout(timer);
	}, []);
	if (!isLate) return a("div", {
		"aria-busy": "true",
		style: { minHeight: "120px" }
	});
	return a("div", {
		class: "stack loose",
		style: { padding: "16px" },
		"aria-busy": "true",
		children: [
			70,
			52,
			61
		].map((width) => a("div", {
			class: "skeleton",
			style: { width: `${width}%` }
		}, width))
	});
}
function Problem({ error }) {
	const exchange = error instanceof Refused ? error.exchange : null;
	return a("div", {
		class: "notice red",
		role: "alert",
		children: [
			a("span", {
				class: "grow",
				children: error.message
			}),
			error instanceof Refused ? a("span", {
				class: "mono",
				children: error.code
			}) : null,
			exchange && workspaceId.value ? a("a", {
				href: href([
					workspaceId.value,
					"journal",
					exchange
				]),
				children: "Why"
			}) : null
		]
	});
}
function Menu({ button, label, class: more = "", children, onOpen, align = "start" }) {
	const [isOpen, setOpen] = d$2(false);
	const opener = T(null);
	const panel = T(null);
	const close = () => panel.current?.hidePopover();
	A$1(() => {
		const element = panel.current;
		if (!element) return;
		const onToggle = (event) => {
			const opened = event.newState === "open";
			setOpen(opened);
			if (!opened) opener.current?.focus({ preventScroll: true });
			else arrange();
		};
		const arrange = () => {
			if (!element.matches(":popover-open")) return;
			place(element, opener.current, align);
			if (!element.contains(document.activeElement)) element.querySelector("[autofocus], input, .item")?.focus();
		};
		const observer = new ResizeObserver(arrange);
		observer.observe(element);
		element.addEventListener("toggle", onToggle);
		return () => {
			observer.disconnect();
			element.removeEventListener("toggle", onToggle);
		};
	}, []);
	return a($, { children: [a("button", {
		type: "button",
		ref: opener,
		class: `button ${more}`,
		"aria-haspopup": "menu",
		"aria-expanded": isOpen,
		"aria-label": label,
		title: label,
		onClick: () => {
			onOpen?.();
			panel.current?.togglePopover();
		},
		children: button
	}), a("div", {
		ref: panel,
		popover: "auto",
		class: "menu",
		role: "dialog",
		"aria-label": label,
		onKeyDown: (event) => moveFocus(event, panel.current),
		children: isOpen ? children(close) : null
	})] });
}
function place(panel, opener, align) {
	const at = opener.getBoundingClientRect();
	const { offsetWidth: width, offsetHeight: height } = panel;
	const left = align === "end" ? at.right - width : at.left;
	panel.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
	const below = at.bottom + height + 8 <= innerHeight;
	panel.style.top = below || at.top < height ? `${at.bottom}px` : `${at.top - height - 8}px`;
}
function moveFocus(event, panel) {
	if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
	const items = [...panel.querySelectorAll(".item:not(:disabled)")];
	items[(items.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1) + items.length) % items.length]?.focus();
	event.preventDefault();
}
function Item({ onClick, children, danger = false, selected, href: to }) {
	if (to !== void 0) return a("a", {
		class: "item",
		href: to,
		"aria-current": selected ? "true" : void 0,
		onClick,
		children
	});
	return a("button", {
		type: "button",
		class: `item ${danger ? "danger" : ""}`,
		"aria-pressed": selected,
		onClick,
		children
	});
}
function Dialog({ title, onClose, children, footer, onSubmit, wide = false }) {
	const dialog = T(null);
	A$1(() => {
		const before = document.activeElement;
		dialog.current?.showModal();
		return () => before?.focus?.();
	}, []);
	return a("dialog", {
		ref: dialog,
		class: `dialog ${wide ? "wide" : ""}`,
		"aria-label": title,
		onClose,
		onClick: (event) => event.target === dialog.current && dialog.current?.close(),
		children: a("form", {
			onSubmit: (event) => {
				event.preventDefault();
				onSubmit?.();
			},
			children: [
				a("header", { children: [a("h2", { children: title }), a(Button, {
					kind: "quiet",
					icon: "close",
					label: "Close",
					onClick: () => dialog.current?.close()
				})] }),
				a("div", {
					class: "body",
					children
				}),
				footer ? a("footer", { children: footer }) : null
			]
		})
	});
}
function Field({ label, hint, children }) {
	return a("label", {
		class: "field",
		children: [
			a("span", { children: label }),
			children,
			hint ? a("small", { children: hint }) : null
		]
	});
}
function Select({ value, options, onChange, label }) {
	return a("select", {
		class: "select",
		"aria-label": label,
		value,
		onChange: (event) => onChange(event.currentTarget.value),
		children: options.map((option) => {
			const [name, text] = typeof option === "string" ? [option, option] : option;
			return a("option", {
				value: name,
				selected: name === value,
				children: text
			}, name);
		})
	});
}
function Figure({ label, children, note }) {
	return a("div", {
		class: "figure",
		children: [a("dt", { children: label }), a("dd", { children: [children, note ? a("small", { children: note }) : null] })]
	});
}
function Facts({ rows }) {
	return a("dl", {
		class: "facts",
		children: rows.map(([name, value]) => value === null || value === void 0 || value === "" ? null : a($, { children: [a("dt", { children: name }), a("dd", { children: value })] }))
	});
}
function Tabs({ label, tabs, current }) {
	return a("nav", {
		class: "tabs",
		"aria-label": label,
		children: tabs.map(({ id, text, href: to }) => a("a", {
			href: to,
			"aria-current": id === current ? "page" : void 0,
			children: text
		}, id))
	});
}
function Segments({ label, options, current }) {
	return a("nav", {
		class: "segments",
		"aria-label": label,
		children: options.map(({ id, text, href: to }) => a("a", {
			href: to,
			"aria-current": id === current ? "true" : void 0,
			children: text
		}, id))
	});
}
export { mockRoot as $, transitions as A, bodyOf as B, exchanges as C, onTouched as D, now as E, Icon as F, service as G, controlKey as H, a as I, go as J, serviceCalls as K, Refused as L, version as M, workspaceId as N, reconnect as O, workspaces as P, consoleRoot as Q, askControl as R, connection as S, isOutdated as T, make as U, control as V, onKeyNeeded as W, hrefHere as X, href as Y, place$1 as Z, Tabs as _, Empty as a, d$2 as at, say as b, Figure as c, Q as ct, Menu as d, x as et, Page as f, Select as g, Segments as h, Dialog as i, T as it, unknownKeys as j, startLive as k, Item as l, Problem as m, Button as n, A$1 as nt, Facts as o, w$2 as ot, Panel as p, followLinks as q, Code as r, F$1 as rt, Field as s, $ as st, Bones as t, y$1 as tt, Loaded as u, copy as v, followChat as w, toasts as x, dismiss as y, askService as z };
