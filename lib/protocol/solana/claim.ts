/* Names that anyone can choose, such as a mint's symbol; some imitate others. facts/reliability.md (e) S11, S12. */

export const MAX_SYMBOL_CHARS = 10

export const MAX_NAME_CHARS = 32

/** Controls, format characters, fillers, and blanks other than a space. */
const INVISIBLE_RUNS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]+/gu

const SPACE = /[\p{Z}\t\n\v\f\r]+/gu

const MAX_CHARS_READ = 512

/** More than two combining marks on a letter would overlap adjacent rows. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu

/** Letters of Greek, Cyrillic, Armenian, Cherokee and Lisu that look Latin. */
const LATIN_LIKE = new Set(
  [
    'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοϲϳινυχ',
    'АВЕЅІЈКМНОРСТУХҮаеѕіјорсухүһԁԛԝӀ',
    'ՍՕօսոցհ',
    'ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᏀᏃᏂᏎᏏᏒᏔᏙᏚᏞᏟᏢᏦᏧᏴ',
    'ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓨꓪꓫꓬꓮꓰꓲꓳꓴ',
  ].join(''),
)

const LATIN = /\p{Script=Latin}/u
const LETTER = /\p{L}/u

/** One line, NFKC, nothing invisible. Look-alikes of Latin letters become code points (`S‹U+041E›L`) if they may deceive. */
export function cleanClaim(text: string, most: number): string | null {
  const line = text
    .slice(0, MAX_CHARS_READ)
    .normalize('NFKC')
    .replace(SPACE, ' ')
    .replace(INVISIBLE_RUNS, '')
    .replace(/ +/g, ' ')
    .replace(PILED_MARKS, '$1')
    .trim()
  if (line === '') return null
  const characters = Array.from(line)
  const cut = characters.length > most
  const shown = cut ? characters.slice(0, most - 1) : characters
  const letters = shown.filter((character) => LETTER.test(character))
  const mayDeceive = letters.some((letter) => LATIN.test(letter)) || letters.every((letter) => LATIN_LIKE.has(letter))
  const named = mayDeceive ? shown.map((each) => (LATIN_LIKE.has(each) ? codePointName(each) : each)) : shown
  return `${named.join('')}${cut ? '…' : ''}`
}

function codePointName(character: string): string {
  return `‹U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}›`
}
