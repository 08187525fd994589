import { groupThousands } from "../../../ui/Money.tsx";

/** Hundredths as a multiple without needless zeros: 150 is "1.5×", 100000 is "1,000×". */
export const multiple = (hundredths: number): string => `${bareMultiple(hundredths)}×`;

/** The same without the sign, where space is short. */
export const bareMultiple = (hundredths: number): string => groupThousands(String(hundredths / 100));
