/** Draws one token: the inside of an SVG whose view box is 200 by 200. Equal ids give equal pictures. */
export type Artist = (tokenId: number) => string
