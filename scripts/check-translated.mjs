// Browsers that translate a page replace text nodes by elements. React copes if a text is the only child of its element;
// among siblings it updates a node that is gone from the page, and throws when it removes that or inserts before it. So
// every text that changes or is conditional must be the only child of its element, in server components too. Prints a
// line per breach, exit code 1 if there is any.
import path from 'node:path'
import * as is from 'typescript/unstable/ast/is'
import { API } from 'typescript/unstable/sync'

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'))
const api = new API({ cwd: root })
const [project] = api.updateSnapshot({ openProjects: [path.join(root, 'tsconfig.json')] }).getProjects()
if (!project) throw new Error('tsconfig.json could not be read')
const { program, checker } = project

/** @type {string[]} */
const breaches = []
for (const file of program.getSourceFileNames()) {
  if (!/\/(app|components)\/.*\.tsx$/.test(file) || file.includes('node_modules')) continue
  const source = program.getSourceFile(file)
  if (source) visit(source, source)
}
for (const breach of breaches) console.error(breach)
api.close()
process.exit(breaches.length > 0 ? 1 : 0)

/** @param {any} node @param {any} source */
function visit(node, source) {
  if (is.isJsxElement(node) && /\btranslate="no"/.test(node.openingElement.getText(source))) return
  if (is.isJsxElement(node) || is.isJsxFragment(node)) {
    const children = node.children.map((child) => childOf(child)).filter((child) => child !== null)
    const isAlone = is.isJsxElement(node) && children.length < 2
    const breach = isAlone
      ? undefined
      : children.find(({ isText, isFixed }, i) => {
          if (!isText) return false
          return !isFixed || is.isJsxFragment(node) || children.slice(0, i).some(({ mayGo }) => mayGo)
        })
    if (breach) {
      const { line } = source.getLineAndCharacterOfPosition(breach.node.getStart(source))
      const text = breach.node.getText(source).trim().replace(/\s+/g, ' ').slice(0, 60)
      breaches.push(
        `${path.relative(root, source.fileName)}:${line + 1}: ${text}: put this text, which changes, comes or goes, into an element of its own`,
      )
    }
  }
  node.forEachChild((/** @type {any} */ child) => visit(child, source))
}

/** How React renders a child; null: not at all, or as a space. @param {any} node */
function childOf(node) {
  if (is.isJsxText(node)) return node.text.trim() === '' ? null : { node, isText: true, isFixed: true, mayGo: false }
  if (!is.isJsxExpression(node)) return { node, isFixed: false, ...kindOf(returnedBy(node)) }
  const { expression } = node
  if (!expression) return null
  if (is.isStringLiteral(expression)) {
    return expression.text.trim() === '' ? null : { node, isText: true, isFixed: true, mayGo: false }
  }
  return { node, isFixed: false, ...kindOf(checker.getTypeAtLocation(expression)) }
}

/** The type of what a component returns; undefined: it is an element of the page. @param {any} node */
function returnedBy(node) {
  const { tagName } = is.isJsxElement(node) ? node.openingElement : node
  if (!tagName || !/^[A-Z]/.test(tagName.getText())) return undefined
  const type = checker.getTypeAtLocation(tagName)
  const [signature] = type ? checker.getSignaturesOfType(type, 0) : []
  return signature && checker.getReturnTypeOfSignature(signature)
}

/** @param {any} type */
function kindOf(type) {
  const words = type ? checker.typeToString(type) : 'Element'
  // Children passed to a component are checked where they are written.
  if (/\bReact(Node|Portal)\b/.test(words)) return { isText: false, mayGo: true }
  const members = words.split(' | ')
  return {
    isText: members.some((/** @type {string} */ member) => /^(string|number|bigint|-?[1-9]|`|"(?!\s*"$))/.test(member)),
    mayGo: members.some((/** @type {string} */ member) => /^(null|undefined|boolean|false|true)$|\[\]$/.test(member)),
  }
}
