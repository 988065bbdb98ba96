// An operation that is called but not yielded silently does nothing.
const yieldedOperation = {
  create(context) {
    const operations = new Set();
    return {
      ImportDeclaration(node) {
        if (node.source.value !== 'effection') return;
        for (const s of node.specifiers) if (s.type === 'ImportSpecifier') operations.add(s.local.name);
      },
      ExpressionStatement(node) {
        const call = node.expression;
        if (
          call.type === 'CallExpression' &&
          call.callee.type === 'Identifier' &&
          operations.has(call.callee.name) &&
          !['run', 'main'].includes(call.callee.name)
        ) {
          context.report({
            node,
            message: `${call.callee.name}() does nothing until it is yielded. Write yield* ${call.callee.name}(...).`,
          });
        }
      },
    };
  },
};
const noYieldInFinally = {
  create(context) {
    return {
      YieldExpression(node) {
        for (let n = node, p = n.parent; p; n = p, p = p.parent) {
          if (/Function/.test(p.type)) return;
          if (p.type === 'TryStatement' && p.finalizer === n) {
            context.report({
              node,
              message: 'A yield in finally drops the halt of this task. Move it into ensure().',
            });
            return;
          }
        }
      },
    };
  },
};
export default {
  meta: { name: 'effection' },
  rules: { 'yielded-operation': yieldedOperation, 'no-yield-in-finally': noYieldInFinally },
};
