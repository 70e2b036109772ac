import { endOfString } from '../../protocol/rpc/parse-json'

/**
 * Scans a JSON object only up to the member: much cheaper than parsing, and not misled by members of the same name further
 * inside. null: not reached, or no whole number. Trusts the text to be JSON.
 */
export function topLevelNumber(text: string, member: string): number | null {
  const wanted = JSON.stringify(member)
  let depth = 0
  // Only strings and brackets decide where the top level is.
  const token = /"|[{}[\]]/g
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '{' || match[0] === '[') depth++
    else if (match[0] === '}' || match[0] === ']') depth--
    else {
      const end = endOfString(text, match.index)
      if (depth === 1 && text.slice(match.index, end) === wanted) {
        const value = /[ \t\r\n]*:[ \t\r\n]*(\d{1,16})(?=[ \t\r\n]*[,}])/y
        value.lastIndex = end
        const match = value.exec(text)
        if (match) return Number(match[1])
      }
      token.lastIndex = end
    }
  }
  return null
}
