/** Of a request; a call's arguments take some hundred. */
export const MAX_MESSAGE_BYTES = 65_536
