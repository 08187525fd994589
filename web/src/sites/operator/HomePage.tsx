import { HomeDeskOperator } from "../../features/site/HomeDesk.operator.tsx";
import { FooterVendorsOperator } from "../../features/vendors/Footer.operator.tsx";

/** The player's home page and navigation, with the vendors at its foot. */
export const HomePage = ({ canChange, canSetFooter }: { canChange: boolean; canSetFooter: boolean }) => (
  <HomeDeskOperator canChange={canChange} footer={<FooterVendorsOperator canChange={canSetFooter} />} />
);
