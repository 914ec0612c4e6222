// A plugin of Stryker: leaves the sentences of a refusal alone. Tests ask for its code, its status and what it did not
// change, never for wording.
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const wording = {
  shouldIgnore(path) {
    const { parentPath: parent, node } = path
    if (!parent?.isNewExpression() || !parent.get('callee').isIdentifier({ name: 'Refusal' })) {
      const isReason = parent?.isObjectProperty() && parent.get('key').isIdentifier({ name: 'because' })
      return isReason && parent.node.value === node ? 'the wording of a refusal' : undefined
    }
    return parent.node.arguments[1] === node ? 'the wording of a refusal' : undefined
  },
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'wording', wording)]
