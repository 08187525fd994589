import { HomeDeskOperator } from "../../features/site/HomeDesk.operator.tsx";
import { FooterVendorsOperator } from "../../features/vendors/Footer.operator.tsx";

/** The player's home page and navigation, with the vendors at its foot. */
export const HomePage = ({ officer, canChange, canSetFooter }: { officer: string; canChange: boolean; canSetFooter: boolean }) => (
  <HomeDeskOperator officer={officer} canChange={canChange} footer={<FooterVendorsOperator officer={officer} canChange={canSetFooter} />} />
);
