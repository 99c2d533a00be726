/** 12.1.2: the side of a sector of the table. */
export const SECTOR = 6667;
