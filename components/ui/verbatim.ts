/** Of inputs for addresses, numbers and the like: browsers leave what is typed as it is. */
export const VERBATIM = { autoComplete: 'off', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const
