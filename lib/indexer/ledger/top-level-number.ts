import { endOfString } from '../../protocol/rpc/parse-json'

/**
 * The number of a member at the top level of a JSON object, found by a scan that stops there; null when it is not
 * reached or is no whole number. Much cheaper than parsing the text, and members of the same name further inside do not
 * mislead it. It trusts the text to be JSON: what follows it is not read.
 */
export function topLevelNumber(text: string, member: string): number | null {
  const wanted = JSON.stringify(member)
  let depth = 0
  // Strings and brackets are all that decides where the top level is.
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
