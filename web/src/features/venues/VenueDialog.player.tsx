import { useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useChooseVenue, useVenues } from "./venues.api.ts";
import { VenueField } from "./VenueField.player.tsx";

const FIELDS = ["venue"];

/** Asks a member who has no gaming venue for theirs. */
export function VenueDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const faultOf = useFault();
  const { data: venues = [] } = useVenues();
  const choose = useChooseVenue();
  const [venue, setVenue] = useState("");
  const [isTried, setTried] = useState(false);
  const fault = choose.error === null ? undefined : faultOf(choose.error);
  const missing = isTried && venue === "" ? t("errors.accounts.venue_needed") : undefined;
  const save = () => {
    setTried(true);
    if (venue === "") return;
    const onSuccess = () => {
      showToast(t("venues.chosen", { label: venues.find(({ value }) => value === venue)?.label ?? "" }), "success");
      onClose();
    };
    choose.mutate({ venue }, { onSuccess });
  };
  const footer = (
    <>
      <Button tone="secondary" onClick={onClose} disabled={choose.isPending} className="flex-1">
        {t("venues.later")}
      </Button>
      <Button onClick={save} busy={choose.isPending} className="flex-1">
        {t("venues.choose")}
      </Button>
    </>
  );
  return (
    <Dialog open id="venueModal" title={t("venues.chooseTitle")} onClose={onClose} closeLabel={t("ui.close")} footer={footer}>
      <div className="grid gap-4">
        <p className="text-muted">{t("venues.chooseText")}</p>
        <VenueField value={venue} error={missing ?? (fault?.field === "venue" ? fault.text : undefined)} onChange={setVenue} />
        <FormFault error={choose.error} fields={FIELDS} />
      </div>
    </Dialog>
  );
}
