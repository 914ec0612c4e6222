/**
 * Operators that create single defects in a server's source: each finds places in the syntax tree and describes the
 * change.
 */
import ts from 'typescript'
import { SCOPES as STATED } from '#openapi'

const SCOPES: readonly string[] = STATED

/** A replacement of one span of the source. */
export interface Edit {
  readonly operator: string
  readonly start: number
  readonly end: number
  readonly text: string
  /** The members that it changes, if any. */
  readonly members: readonly string[]
}

type Change = readonly [node: ts.Node, text: string, ...members: string[]]
type Operator = (node: ts.Node) => readonly Change[]

/** Every edit of every operator in this source, by position. */
export function editsOf(path: string, text: string): Edit[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)
  const edits: Edit[] = []
  const visit = (node: ts.Node) => {
    // Types and imports have no effect at run time.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return
    if (ts.isTypeAliasDeclaration(node)) return
    for (const [operator, changesOf] of Object.entries(OPERATORS)) {
      for (const [place, replacement, ...members] of changesOf(node)) {
        edits.push({ operator, start: place.getStart(), end: place.end, text: replacement, members })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return edits.toSorted((a, b) => a.start - b.start || a.end - b.end || (a.text < b.text ? -1 : 1))
}

export const apply = (text: string, edit: Edit): string =>
  text.slice(0, edit.start) + edit.text + text.slice(edit.end)

const OPERATORS: Readonly<Record<string, Operator>> = {
  /** A member of a reply or of a stored record is missing. */
  'drop-member': node =>
    ts.isObjectLiteralExpression(node) && !isSignature(node)
      ? node.properties.map(dropped => [
          node,
          braces(node.properties.filter(one => one !== dropped).map(one => one.getText())),
          nameOf(dropped),
        ])
      : [],

  /** A member is always null. */
  'null-member': node =>
    ts.isPropertyAssignment(node) && isComputed(node.initializer)
      ? [[node.initializer, 'null', nameOf(node)]]
      : [],

  /** A figure is always 0. */
  'zero-member': node =>
    ts.isPropertyAssignment(node) && isFigure(node.initializer)
      ? [[node.initializer, '0', nameOf(node)]]
      : [],

  /** Two neighbouring members exchange their values. */
  'swap-members': node => {
    if (!ts.isObjectLiteralExpression(node)) return []
    const members = node.properties
    return members.flatMap((left, n): Change[] => {
      const right = members[n + 1]
      if (!right || !ts.isPropertyAssignment(left) || !ts.isPropertyAssignment(right)) return []
      if (left.initializer.kind !== right.initializer.kind || !isComputed(left.initializer)) return []
      const swapped = members.map(one =>
        one === left
          ? `${left.name.getText()}: ${right.initializer.getText()}`
          : one === right
            ? `${right.name.getText()}: ${left.initializer.getText()}`
            : one.getText(),
      )
      return [[node, braces(swapped), nameOf(left), nameOf(right)]]
    })
  },

  /** A condition always holds, never holds, or is inverted. */
  'force-condition': node => {
    const condition = conditionOf(node)
    return condition
      ? [
          [condition, 'true'],
          [condition, 'false'],
        ]
      : []
  },
  'invert-condition': node => {
    const condition = conditionOf(node)
    return condition ? [[condition, `!(${condition.getText()})`]] : []
  },

  /** A comparison includes or excludes its bound, or is reversed. */
  'swap-comparison': onSign((sign, { operatorToken }) =>
    (COMPARISONS[sign] ?? []).map(other => [operatorToken, other]),
  ),

  /** One operand of a condition is dropped, or "and" becomes "or". */
  'drop-operand': onSign((sign, node) =>
    ['&&', '||', '??'].includes(sign) ? [node.left, node.right].map(side => [node, side.getText()]) : [],
  ),
  'swap-logic': onSign((sign, node) => {
    const other = LOGIC[sign]
    return other ? [[node, `((${node.left.getText()}) ${other} (${node.right.getText()}))`]] : []
  }),

  /** A list is not filtered, not ordered, not cut. */
  'forget-step': node =>
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^(filter|slice|sort|toSorted|reverse|toReversed)$/.test(node.expression.name.text)
      ? [[node, node.expression.expression.getText()]]
      : [],

  /** A statement is dropped: state is not written, a check is missing, or cleanup does not happen. */
  'drop-statement': node =>
    ts.isExpressionStatement(node) || ts.isThrowStatement(node) || isGuard(node) ? [[node, ';']] : [],

  /** State is written a moment after the reply. */
  'delay-statement': node =>
    ts.isExpressionStatement(node) &&
    ts.isBinaryExpression(node.expression) &&
    ts.isPropertyAccessExpression(node.expression.left)
      ? [[node, `setTimeout(() => { ${node.getText()} }, 20)`]]
      : [],

  /** A number is off by one; a status is another one. */
  'shift-number': node => {
    if (!ts.isNumericLiteral(node) || ts.isPropertyAssignment(node.parent)) return []
    const number = Number(node.getText().replaceAll('_', ''))
    if (number >= 200 && number < 600)
      return [[node, String(OTHER_STATUS[number] ?? (isKnown(number) ? 200 : 418))]]
    return [[node, String(number + 1)], ...(number > 0 ? ([[node, String(number - 1)]] as const) : [])]
  },

  'swap-arithmetic': onSign((sign, { left, right, operatorToken }) => {
    const other = ARITHMETIC[sign]
    const isText = (side: ts.Node) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side)
    return other && ![left, right].some(isText) ? [[operatorToken, other]] : []
  }),

  /** An endpoint requires another scope, or none. */
  'change-scope': node => {
    if (
      !ts.isStringLiteral(node) ||
      !SCOPES.includes(node.text) ||
      ts.isArrayLiteralExpression(node.parent)
    ) {
      return []
    }
    const next = SCOPES[(SCOPES.indexOf(node.text) + 1) % SCOPES.length] ?? ''
    return [
      [node, `'${next}'`],
      [node, 'null'],
    ]
  },

  /** A word is replaced: a status, a kind, a parameter's name. */
  'change-word': node =>
    ts.isStringLiteral(node) &&
    /^[\w ]{2,}$/.test(node.text) &&
    !SCOPES.includes(node.text) &&
    !/^(GET|POST|PATCH|DELETE)$/.test(node.text) &&
    !(ts.isNewExpression(node.parent) || isMessage(node)) &&
    !(ts.isPropertyAssignment(node.parent) && node.parent.name === node)
      ? [[node, `'${node.text}x'`]]
      : [],

  /** A list of allowed words or of rules loses one. */
  'drop-element': node =>
    ts.isArrayLiteralExpression(node) && node.elements.length > 1 && node.elements.every(ts.isStringLiteral)
      ? node.elements.map(dropped => [
          node,
          `[${node.elements
            .filter(one => one !== dropped)
            .map(one => one.getText())
            .join(', ')}]`,
        ])
      : [],

  'flip-flag': node =>
    node.kind === ts.SyntaxKind.TrueKeyword
      ? [[node, 'false']]
      : node.kind === ts.SyntaxKind.FalseKeyword
        ? [[node, 'true']]
        : [],
}

const COMPARISONS: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
}

const LOGIC: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' }

const ARITHMETIC: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*' }

/** The status instead of another: a success for a refusal, and another success for one. */
const OTHER_STATUS: Readonly<Record<number, number>> = { 200: 201, 422: 400, 429: 503 }
const isKnown = (status: number) => [201, 202, 204, 400, 401, 403, 404, 405, 409].includes(status)

/** An operator on expressions of two operands. */
function onSign(changesOf: (sign: string, node: ts.BinaryExpression) => readonly Change[]): Operator {
  return node => (ts.isBinaryExpression(node) ? changesOf(node.operatorToken.getText(), node) : [])
}

const nameOf = (member: ts.ObjectLiteralElementLike): string => member.name?.getText() ?? ''

const braces = (members: readonly string[]): string => `{ ${members.join(', ')} }`

/** Object arguments of constructors and of functions that only take options are rarely replies. */
const isSignature = (node: ts.Node): boolean =>
  ts.isParameter(node.parent) || ts.isBindingElement(node.parent)

/** A value that is read or computed, so that a constant would change it. */
const isComputed = (node: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(node) ||
  ts.isCallExpression(node) ||
  ts.isBinaryExpression(node) ||
  ts.isConditionalExpression(node) ||
  ts.isElementAccessExpression(node)

const isFigure = (node: ts.Expression): boolean =>
  (ts.isPropertyAccessExpression(node) && node.name.text === 'length') ||
  (ts.isCallExpression(node) &&
    /^(euros|money|total|.*\.reduce|Math\.\w+)$/.test(node.expression.getText())) ||
  (ts.isBinaryExpression(node) && /^[-+*/]$/.test(node.operatorToken.getText()))

/** The condition of an `if`, a `?:`, a loop or the predicate of a filter. */
function conditionOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isIfStatement(node)) return node.expression
  if (ts.isConditionalExpression(node)) return node.condition
  const predicate =
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^(filter|find|some|every)$/.test(node.expression.name.text)
      ? node.arguments[0]
      : undefined
  return predicate && ts.isArrowFunction(predicate) && !ts.isBlock(predicate.body)
    ? predicate.body
    : undefined
}

/** A check: `if (…) throw …`. */
const isGuard = (node: ts.Node): boolean =>
  ts.isIfStatement(node) && node.elseStatement === undefined && ts.isThrowStatement(node.thenStatement)

/** The texts of refusals are not stated. */
const isMessage = (node: ts.StringLiteral): boolean =>
  node.text.includes(' ') ||
  (ts.isCallExpression(node.parent) && /Problem|Refusal|Exception/.test(node.parent.expression.getText()))
