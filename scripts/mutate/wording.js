// A plugin of Stryker: leaves the sentences of a refusal alone. Tests ask for its code, its status and what it did not
// change, never for wording.
const wording = {
  shouldIgnore({ parentPath: parent, node }) {
    if (parent?.isNewExpression() && parent.get('callee').isIdentifier({ name: 'Refusal' }))
      return parent.node.arguments[1] === node ? 'the wording of a refusal' : undefined
    const isReason = parent?.isObjectProperty() && parent.get('key').isIdentifier({ name: 'because' })
    return isReason && parent.node.value === node ? 'the wording of a refusal' : undefined
  },
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'wording', value: wording }]
