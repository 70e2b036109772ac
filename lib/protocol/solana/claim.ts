/*
 * Names that strangers chose, such as the symbol of a mint: anybody may take any, and some are made to pass for another.
 * facts/reliability.md (e) S11, S12.
 */

/** Code points of a symbol that are shown: what token metadata have room for. */
export const MOST_OF_SYMBOL = 10

/** The same of a name. */
export const MOST_OF_NAME = 32

/** Draws nothing or turns the text around it: controls, format characters, fillers, blanks that are no space. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]+/gu

const SPACE = /[\p{Z}\t\n\v\f\r]+/gu

/** Characters of a text that are read at all. */
const MOST_READ = 512

/** More than two marks on a letter: they would be drawn over the rows around. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu

/** Letters of other scripts that are drawn like Latin ones: Greek, Cyrillic, Armenian, Cherokee, Lisu. */
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

/**
 * A text that a stranger chose, fit to stand beside what is known: one line, composed (NFKC), nothing unseen, at most
 * `most` code points. Letters of another script that are drawn like Latin ones are named where they could pass for them:
 * beside Latin letters, and where no letter is drawn otherwise: `S‹U+041E›L`. Null where nothing is left.
 */
export function claim(text: string, most: number): string | null {
  const line = text
    .slice(0, MOST_READ)
    .normalize('NFKC')
    .replace(SPACE, ' ')
    .replace(UNSEEN, '')
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
